import { describe, expect, it } from 'vitest'
import { aStage, STAGE_START_MS } from '../../../../test/support/venue-stage.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { OrderTerms } from '../../../domain/order/order.ts'

/** A market around 60,000 USDT, and 10 lots held long. */
const withPosition = () => {
  const stage = aStage()
  stage.mark(600_000)
  stage.quote('SELL', 600_000, 10)
  stage.submit()
  stage.quote('SELL', 600_100, 1_000)
  stage.quote('BUY', 599_900, 1_000)
  return stage
}

const stop = (side: 'BUY' | 'SELL', price: number): Partial<OrderTerms> => ({
  side,
  type: 'STOP_MARKET',
  price: null,
  trigger: { price: ticks(price), by: 'MARK' },
})

describe('an order', () => {
  it.each<[string, Partial<OrderTerms>, string, string]>([
    ['of an unknown symbol', { symbol: 'NOSUCHUSDT' }, '-1121', 'UNKNOWN_SYMBOL'],
    ['without its limit', { price: null }, '-1102', 'FILTER'],
    ['with a trigger that its type has not', { trigger: { price: ticks(1), by: 'MARK' } }, '-1102', 'FILTER'],
    ['off the tick', { price: ticks(600_000.5) }, '-4014', 'FILTER'],
    ['at no price', { price: ticks(0) }, '-4001', 'FILTER'],
    ['off the lot', { quantity: lots(0.5) }, '-4023', 'FILTER'],
    ['for nothing', { quantity: lots(0) }, '-4003', 'FILTER'],
    ['that is too small', { price: ticks(40_000), quantity: lots(1) }, '-4164', 'FILTER'],
    ['that should reduce and would add', { side: 'BUY', reduceOnly: true }, '-2022', 'REDUCE_ONLY'],
    ['that should reduce nothing', { symbol: 'ETHUSDT', side: 'SELL', reduceOnly: true }, '-4140', 'OTHER'],
    ['whose stop is reached already', stop('SELL', 600_000), '-2021', 'WOULD_TRIGGER'],
    ['whose stop to buy is reached already', stop('BUY', 599_999), '-2021', 'WOULD_TRIGGER'],
    ['of more than the account can carry', { quantity: lots(2_000) }, '-2019', 'INSUFFICIENT_MARGIN'],
  ])('%s is refused', (_, terms, code, category) => {
    const outcome = withPosition().submit(terms)
    expect(outcome).toMatchObject({ kind: 'rejected', rejection: { code, category } })
  })

  it.each<[number, 'accepted' | 'rejected']>([
    [-3_001, 'rejected'],
    [-3_000, 'accepted'],
    [999, 'accepted'],
    [1_000, 'rejected'],
  ])('signed %i ms from the exchange’s time with a window of 3 s is %s', (offset, kind) => {
    const outcome = withPosition().submit({ price: ticks(590_000) }, { signedAtMs: STAGE_START_MS + offset })
    expect(outcome.kind).toBe(kind)
    if (outcome.kind === 'rejected') expect(outcome.rejection.category).toBe('EXPIRED_REQUEST')
  })

  it('is rejected under an id that was used before, by an open or ended order, also after a restart', () => {
    const stage = withPosition()
    const duplicate = { kind: 'rejected', rejection: { code: '-4116', category: 'DUPLICATE' } }
    stage.submit({ price: ticks(590_000) }, { id: 'open' })
    stage.submit({ type: 'MARKET', side: 'SELL', quantity: lots(1) }, { id: 'over' })
    stage.submit({ quantity: lots(0) }, { id: 'refused' })
    expect([stage.submit({}, { id: 'open' }), stage.submit({}, { id: 'over' })]).toMatchObject([duplicate, duplicate])
    expect(stage.submit({ price: ticks(590_000) }, { id: 'refused' }).kind).toBe('accepted')
    stage.reopen()
    stage.mark(600_000)
    expect([stage.submit({}, { id: 'open' }), stage.submit({}, { id: 'over' })]).toMatchObject([duplicate, duplicate])
  })

  it('is accepted once when sent twice in one turn', () => {
    const stage = withPosition()
    stage.send({ price: ticks(590_000) }, { id: 'twice' })
    stage.send({ price: ticks(590_000) }, { id: 'twice' })
    stage.tasks.run()
    const answers = stage.of('submitAnswered').filter(({ venueClientId }) => venueClientId === 'twice')
    expect(answers.map(({ outcome }) => outcome.kind)).toEqual(['accepted', 'rejected'])
    expect(stage.account().openOrders).toHaveLength(1)
  })

  it('may be of any size when it is reduce-only', () => {
    const stage = withPosition()
    const terms = { side: 'SELL', quantity: lots(1), price: ticks(601_000), reduceOnly: true } as const
    expect(stage.submit(terms).kind).toBe('accepted')
  })

  it('is rejected with the margin of other open orders taken into account', () => {
    const stage = aStage({ leverage: () => 1 })
    stage.mark(600_000)
    const half = { price: ticks(600_000), quantity: lots(90) }
    expect(stage.submit(half).kind).toBe('accepted')
    const second = stage.send(half)
    stage.tasks.run()
    expect(stage.of('submitAnswered').findLast(({ venueClientId }) => venueClientId === second)?.outcome).toMatchObject(
      { kind: 'rejected', rejection: { category: 'INSUFFICIENT_MARGIN' } },
    )
    expect(stage.submit({ ...half, side: 'SELL', price: ticks(610_000) }).kind).toBe('accepted')
    stage.cancel('order1')
    expect(stage.submit(half).kind).toBe('accepted')
  })

  it('is rejected until the market has published a mark price', () => {
    const stage = aStage()
    expect(stage.submit()).toMatchObject({ kind: 'rejected', rejection: { code: '-4140' } })
  })
})
