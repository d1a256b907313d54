import { describe, expect, it } from 'vitest'
import { aStage } from '../../../../test/support/venue-stage.ts'
import { decimal } from '../../../core/decimal.ts'
import { toMoney } from '../../../domain/account/money.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'

const usdt = (text: string) => toMoney(decimal(text))

const standings = (stage: ReturnType<typeof aStage>, id: string) =>
  stage.reportsFor(id).map(({ status, filled, reason, sequence }) => [status, filled, reason, sequence])

const marked = () => {
  const stage = aStage()
  stage.mark(600_000)
  return stage
}

describe('an accepted order', () => {
  it('is answered, then published, with an id of nineteen digits', () => {
    const stage = marked()
    const outcome = stage.submit({}, { id: 'one' })
    expect(outcome).toMatchObject({ kind: 'accepted', report: { status: 'NEW', sequence: 1, filled: 0 } })
    expect(outcome.kind === 'accepted' && outcome.report.exchangeOrderId).toMatch(/^\d{19}$/)
    expect(stage.events.map(({ kind }) => kind).slice(-2)).toEqual(['submitAnswered', 'report'])
  })

  it('that crosses is filled at the resting price as a taker', () => {
    const stage = marked()
    stage.quote('SELL', 599_900, 4)
    stage.submit({ quantity: lots(10) }, { id: 'one' })
    expect(stage.fills()).toMatchObject([
      { venueClientId: 'one', side: 'BUY', price: 599_900, quantity: 4, liquidity: 'TAKER', kind: 'TRADE' },
    ])
    expect(stage.fills()[0]?.fee).toBe(usdt('0.11998'))
    expect(standings(stage, 'one')).toEqual([
      ['NEW', 0, null, 1],
      ['PARTIALLY_FILLED', 4, null, 2],
    ])
    expect(stage.account()).toMatchObject({
      walletBalance: usdt('9999.88002'),
      positions: [{ symbol: 'BTCUSDT', quantity: 4, cost: usdt('239.96'), leverage: 10 }],
      openOrders: [{ venueClientId: 'one', filled: 4, terms: { quantity: 10 } }],
    })
  })

  it('pays the fees the exchange was opened with', () => {
    const stage = aStage({ fees: { taker: '0.001', maker: '-0.0001' } })
    stage.mark(600_000)
    stage.quote('SELL', 600_000, 1)
    stage.submit({ quantity: lots(2) })
    stage.quote('SELL', 600_000, 1)
    expect(stage.fills().map(({ fee }) => fee)).toEqual([usdt('0.06'), usdt('-0.006')])
  })

  it('that rests is filled in parts, in queue order, as a maker', () => {
    const stage = marked()
    stage.submit({ quantity: lots(3) }, { id: 'first' })
    stage.submit({ quantity: lots(5) }, { id: 'second' })
    stage.quote('SELL', 600_000, 4)
    stage.quote('SELL', 600_000, 4)
    expect(stage.fills().map(({ venueClientId, quantity, liquidity }) => [venueClientId, quantity, liquidity])).toEqual(
      [
        ['first', 3, 'MAKER'],
        ['second', 1, 'MAKER'],
        ['second', 4, 'MAKER'],
      ],
    )
    expect(standings(stage, 'second')).toEqual([
      ['NEW', 0, null, 1],
      ['PARTIALLY_FILLED', 1, null, 2],
      ['FILLED', 5, null, 3],
    ])
    expect(new Set(stage.fills().map(({ execId }) => execId)).size).toBe(3)
  })

  it.each([
    ['IOC', 4, 'IOC_REMAINDER'],
    ['FOK', 0, 'FOK_UNFILLABLE'],
    ['POST_ONLY', 0, 'POST_ONLY_WOULD_TAKE'],
  ] as const)(
    'of %s with too little liquidity is accepted and then expires with %i filled',
    (timeInForce, filled, reason) => {
      const stage = marked()
      stage.quote('SELL', 599_900, 4)
      expect(stage.submit({ timeInForce }, { id: 'one' }).kind).toBe('accepted')
      expect(stage.reportsFor('one').at(-1)).toMatchObject({ status: 'EXPIRED', filled, reason })
      expect(stage.account().openOrders).toEqual([])
    },
  )

  it('of type MARKET takes every price up to its collar and nothing beyond', () => {
    const stage = marked()
    stage.quote('SELL', 600_000, 1)
    stage.quote('SELL', 600_100, 1)
    stage.quote('SELL', 600_200, 1)
    stage.submit({ type: 'MARKET', price: ticks(600_100), timeInForce: 'GTC', quantity: lots(3) }, { id: 'one' })
    expect(stage.fills().map(({ price }) => price)).toEqual([600_000, 600_100])
    expect(stage.reportsFor('one').at(-1)).toMatchObject({ status: 'EXPIRED', filled: 2, reason: 'IOC_REMAINDER' })
  })

  it('is cancelled once', () => {
    const stage = marked()
    stage.submit({}, { id: 'one' })
    expect(stage.cancel('one')).toMatchObject({ kind: 'canceled', report: { status: 'CANCELED', sequence: 2 } })
    expect(stage.cancel('one')).toEqual({ kind: 'notOpen' })
    expect(stage.cancel('never')).toEqual({ kind: 'notOpen' })
    stage.quote('SELL', 600_000, 4)
    expect(stage.fills()).toEqual([])
  })

  it('is found by its id, open or ended, with its executions', () => {
    const stage = marked()
    stage.submit({ quantity: lots(2) }, { id: 'one' })
    stage.quote('SELL', 600_000, 1)
    expect(stage.query('one')).toMatchObject({
      kind: 'found',
      order: { status: 'PARTIALLY_FILLED', filled: 1 },
      fills: [{ quantity: 1 }],
    })
    stage.cancel('one')
    expect(stage.query('one')).toMatchObject({ kind: 'found', order: { status: 'CANCELED', filled: 1 } })
    expect(stage.query('one', 'ETHUSDT')).toEqual({ kind: 'notFound' })
    expect(stage.query('other')).toEqual({ kind: 'notFound' })
  })

  it('trades with another order of the same account as with any other', () => {
    const stage = marked()
    stage.submit({ side: 'SELL', quantity: lots(3) }, { id: 'maker' })
    stage.submit({ quantity: lots(3) }, { id: 'taker' })
    expect(stage.fills().map(({ venueClientId, liquidity }) => [venueClientId, liquidity])).toEqual([
      ['maker', 'MAKER'],
      ['taker', 'TAKER'],
    ])
    expect(stage.account().positions).toEqual([])
  })
})

describe('events outside the trader’s control', () => {
  it('an order may vanish silently and cannot be found; its id remains used', () => {
    const stage = marked()
    stage.submit({}, { id: 'one' })
    stage.venue.interfere({ kind: 'vanishOrder', venueClientId: 'one' })
    stage.tasks.run()
    expect(stage.reportsFor('one')).toHaveLength(1)
    expect([stage.query('one'), stage.account().openOrders]).toEqual([{ kind: 'notFound' }, []])
    stage.quote('SELL', 600_000, 4)
    expect(stage.fills()).toEqual([])
    expect(stage.submit({}, { id: 'one' })).toMatchObject({ rejection: { category: 'DUPLICATE' } })
    stage.reopen()
    expect([stage.query('one'), stage.account().openOrders]).toEqual([{ kind: 'notFound' }, []])
  })

  it('includes manual trades, under an id of the exchange’s own', () => {
    const stage = marked()
    stage.quote('BUY', 599_900, 4)
    stage.venue.interfere({ kind: 'tradeByHand', symbol: 'BTCUSDT', side: 'SELL', quantity: lots(2) })
    stage.tasks.run()
    expect(stage.fills()).toMatchObject([{ side: 'SELL', quantity: 2, venueClientId: expect.stringMatching(/^web_/) }])
    expect(stage.of('submitAnswered')).toEqual([])
    expect(stage.account().positions).toMatchObject([{ quantity: -2 }])
  })
})
