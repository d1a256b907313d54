import { describe, expect, it } from 'vitest'
import { aStage, type Stage } from '../../../../test/support/venue-stage.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import type { OrderTerms, TriggerBy } from '../../../domain/order/order.ts'

const holding = (side: 'BUY' | 'SELL'): Stage => {
  const stage = aStage()
  stage.mark(600_000)
  stage.quote(side === 'BUY' ? 'SELL' : 'BUY', 600_000, 10)
  stage.submit({ side }, { id: 'entry' })
  stage.quote('BUY', 599_000, 100)
  stage.quote('SELL', 601_000, 100)
  return stage
}

const conditional = (side: 'BUY' | 'SELL', price: number, more: Partial<OrderTerms> = {}, by: TriggerBy = 'MARK') => ({
  side,
  type: 'STOP_MARKET' as const,
  price: null,
  trigger: { price: ticks(price), by },
  reduceOnly: true,
  ...more,
})

const listStatuses = (stage: Stage, id: string) => stage.reportsFor(id).map(({ status }) => status)

describe('a stop', () => {
  it('waits outside the order book until the mark reaches it, and is then filled at market', () => {
    const stage = holding('BUY')
    expect(stage.submit(conditional('SELL', 595_000), { id: 'stop' })).toMatchObject({
      kind: 'accepted',
      report: { status: 'UNTRIGGERED' },
    })
    expect(stage.account().openOrders).toMatchObject([{ venueClientId: 'stop', status: 'UNTRIGGERED' }])
    stage.mark(595_001)
    expect(listStatuses(stage, 'stop')).toEqual(['UNTRIGGERED'])
    stage.mark(595_000)
    expect(listStatuses(stage, 'stop')).toEqual(['UNTRIGGERED', 'TRIGGERED', 'FILLED'])
    expect(stage.fills().at(-1)).toMatchObject({ venueClientId: 'stop', price: 599_000, quantity: 10 })
    expect(stage.account()).toMatchObject({ positions: [], openOrders: [] })
  })

  it('of a short position buys when the mark rises', () => {
    const stage = holding('SELL')
    stage.submit(conditional('BUY', 605_000), { id: 'stop' })
    stage.mark(606_000)
    expect(stage.fills().at(-1)).toMatchObject({ side: 'BUY', price: 601_000, quantity: 10 })
  })

  it('uses the last price or the index when configured', () => {
    const stage = holding('BUY')
    stage.submit(conditional('SELL', 595_000, { quantity: lots(4) }, 'LAST'), { id: 'last' })
    stage.submit(conditional('SELL', 595_000, { quantity: lots(4) }, 'INDEX'), { id: 'index' })
    stage.mark(594_000, { index: 600_000 })
    expect([listStatuses(stage, 'last'), listStatuses(stage, 'index')]).toEqual([['UNTRIGGERED'], ['UNTRIGGERED']])
    stage.trade(594_000)
    expect(listStatuses(stage, 'last').at(-1)).toBe('FILLED')
    stage.mark(600_000, { index: 595_000 })
    expect(listStatuses(stage, 'index').at(-1)).toBe('FILLED')
  })

  it('and a take-profit: the first to trigger closes, the other expires', () => {
    const stage = holding('BUY')
    stage.submit(conditional('SELL', 595_000), { id: 'stop' })
    stage.submit(conditional('SELL', 605_000, { type: 'TAKE_PROFIT_MARKET' }), { id: 'take' })
    stage.mark(605_000)
    expect([listStatuses(stage, 'take').at(-1), listStatuses(stage, 'stop').at(-1)]).toEqual(['FILLED', 'EXPIRED'])
  })

  it('takes no more than the remaining position when it triggers', () => {
    const stage = holding('BUY')
    stage.submit(conditional('SELL', 595_000), { id: 'stop' })
    stage.submit({ side: 'SELL', type: 'MARKET', quantity: lots(7) })
    stage.mark(594_000)
    expect(stage.reportsFor('stop').at(-1)).toMatchObject({ status: 'EXPIRED', filled: 3, reason: 'REDUCE_ONLY' })
    expect(stage.account().positions).toEqual([])
  })

  it('that would increase the position expires when margin is insufficient', () => {
    const stage = holding('BUY')
    const terms = conditional('BUY', 605_000, { reduceOnly: false, quantity: lots(50_000) })
    expect(stage.submit(terms, { id: 'breakout' }).kind).toBe('accepted')
    stage.mark(605_000)
    expect(stage.reportsFor('breakout').at(-1)).toMatchObject({ status: 'EXPIRED', reason: 'INSUFFICIENT_MARGIN' })
  })

  it('is cancelled like any other order', () => {
    const stage = holding('BUY')
    stage.submit(conditional('SELL', 595_000), { id: 'stop' })
    expect(stage.cancel('stop')).toMatchObject({ kind: 'canceled' })
    stage.mark(590_000)
    expect(listStatuses(stage, 'stop')).toEqual(['UNTRIGGERED', 'CANCELED'])
  })

  it('survives a restart and is triggered by the first mark that reaches it, but not by an earlier one', () => {
    const stage = holding('BUY')
    stage.clock.nowMs += 5_000
    stage.submit(conditional('SELL', 595_000), { id: 'stop' })
    stage.reopen()
    stage.quote('BUY', 593_000, 100)
    stage.clock.nowMs -= 5_000
    stage.mark(594_000)
    expect(listStatuses(stage, 'stop')).toEqual(['UNTRIGGERED'])
    stage.clock.nowMs += 6_000
    stage.mark(594_000)
    expect(listStatuses(stage, 'stop').slice(1)).toEqual(['TRIGGERED', 'FILLED'])
  })

  it('is triggered by a market that restarts at an earlier time', () => {
    const stage = aStage()
    stage.mark(600_000)
    stage.submit({ type: 'STOP_MARKET', side: 'BUY', trigger: { price: ticks(610_000), by: 'MARK' } }, { id: 'stop' })
    stage.clock.nowMs -= 60_000
    stage.reopen()
    stage.mark(610_000)
    expect(stage.reportsFor('stop').map(({ status }) => status)).toContain('TRIGGERED')
  })
})
