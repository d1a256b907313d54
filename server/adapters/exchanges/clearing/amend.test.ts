import { describe, expect, it } from 'vitest'
import { aStage, type Stage, type StageParts } from '../../../../test/support/venue-stage.ts'
import { decimal } from '../../../core/decimal.ts'
import { toMoney } from '../../../domain/account/money.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'

const PRICE = 590_000

/** A bid of 10 lots far below the market, under the ID `bid`. */
const bidding = (parts: StageParts = {}): Stage => {
  const stage = aStage(parts)
  stage.mark(600_000)
  stage.submit({ price: ticks(PRICE), quantity: lots(10) }, { id: 'bid' })
  return stage
}

const amend = (stage: Stage, price: number, quantity: number) => {
  const outcome = stage.venue.amend('bid', { price: ticks(price), quantity: lots(quantity) })
  stage.tasks.run()
  return outcome
}

const readTerms = (stage: Stage) => {
  const [order] = stage.account().openOrders
  return order && [order.terms.price, order.terms.quantity, order.filled, order.status]
}

describe('an amendment of a limit order', () => {
  it('keeps its IDs and is reported once it is committed', () => {
    const stage = bidding()
    const [before] = stage.account().openOrders
    expect(amend(stage, 591_000, 20)).toEqual({ kind: 'amended' })
    const [after] = stage.account().openOrders
    expect(after).toMatchObject({ venueClientId: 'bid', exchangeOrderId: before?.exchangeOrderId })
    expect(readTerms(stage)).toEqual([591_000, 20, 0, 'NEW'])
    expect(stage.reportsFor('bid').map(({ sequence }) => sequence)).toEqual([1, 2])
    stage.reopen()
    expect(readTerms(stage)).toEqual([591_000, 20, 0, 'NEW'])
  })

  it('counts what was executed before as part of the new quantity', () => {
    const stage = bidding()
    stage.quote('SELL', PRICE, 4)
    expect(amend(stage, PRICE - 100, 6)).toEqual({ kind: 'amended' })
    expect(readTerms(stage)).toEqual([PRICE - 100, 6, 4, 'PARTIALLY_FILLED'])
    stage.quote('SELL', PRICE - 100, 10)
    expect(stage.reportsFor('bid').at(-1)).toMatchObject({ status: 'FILLED', filled: 6 })
    expect(stage.account().positions[0]?.quantity).toBe(6)
  })

  it('cancels the remainder when the new quantity does not exceed the executed one', () => {
    const stage = bidding()
    stage.quote('SELL', PRICE, 4)
    expect(amend(stage, PRICE, 4)).toEqual({ kind: 'canceled' })
    expect(stage.reportsFor('bid').at(-1)).toMatchObject({ status: 'CANCELED', filled: 4 })
    expect(stage.account().openOrders).toEqual([])
  })

  it('trades immediately when its new price crosses the market', () => {
    const stage = bidding()
    stage.quote('SELL', 600_100, 4)
    expect(amend(stage, 600_100, 10)).toEqual({ kind: 'amended' })
    expect(stage.fills()).toMatchObject([{ venueClientId: 'bid', quantity: 4, price: 600_100 }])
    expect(readTerms(stage)).toEqual([600_100, 10, 4, 'PARTIALLY_FILLED'])
  })

  it('loses its place in the queue', () => {
    const stage = bidding()
    stage.submit({ price: ticks(PRICE), quantity: lots(10) }, { id: 'second' })
    amend(stage, PRICE, 11)
    stage.quote('SELL', PRICE, 10)
    expect(stage.fills()).toMatchObject([{ venueClientId: 'second', quantity: 10 }])
  })

  it('is rejected without margin or below the minimum value, and leaves the order unchanged', () => {
    const stage = bidding({ openingBalance: toMoney(decimal('1000')) })
    expect(amend(stage, PRICE, 1_000)).toMatchObject({ rejection: { category: 'INSUFFICIENT_MARGIN' } })
    expect(amend(stage, 1, 10)).toMatchObject({ kind: 'rejected' })
    expect(readTerms(stage)).toEqual([PRICE, 10, 0, 'NEW'])
    expect(amend(stage, PRICE, 150)).toEqual({ kind: 'amended' })
    expect(amend(stage, PRICE, 160)).toEqual({ kind: 'amended' })
  })

  it('of a reduce-only order is capped at the position size', () => {
    const stage = aStage()
    stage.mark(600_000)
    stage.quote('SELL', 600_000, 10)
    stage.submit({ quantity: lots(10) })
    stage.submit({ side: 'SELL', price: ticks(610_000), quantity: lots(5), reduceOnly: true }, { id: 'bid' })
    expect(amend(stage, 605_000, 30)).toEqual({ kind: 'amended' })
    stage.quote('BUY', 605_000, 50)
    expect(stage.account().positions).toEqual([])
  })

  it('finds nothing to change in an ended, conditional or unknown order', () => {
    const stage = bidding()
    stage.cancel('bid')
    expect(amend(stage, PRICE, 5)).toEqual({ kind: 'notOpen' })
    stage.submit(
      { type: 'STOP_MARKET', side: 'BUY', trigger: { price: ticks(700_000), by: 'MARK' }, price: null },
      { id: 'stop' },
    )
    expect(stage.venue.amend('stop', { price: ticks(PRICE), quantity: lots(1) })).toEqual({ kind: 'notOpen' })
    expect(stage.venue.amend('nobody', { price: ticks(PRICE), quantity: lots(1) })).toEqual({ kind: 'notOpen' })
  })
})
