import { describe, expect, it } from 'vitest'
import { bringTo, type ControlHarness, openControlHarness, stopEngine } from '../../../test/support/control-floor.ts'
import { MARK } from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { Submission } from '../model/venue.ts'

const closes = ({ sent }: ControlHarness): Submission[] =>
  sent.flatMap((request) =>
    request.kind === 'submit' && request.submission.venueClientId.startsWith('tF') ? [request.submission] : [],
  )

const isClose = ({ venueClientId }: Submission): boolean => venueClientId.startsWith('tF')

describe('a stop that closes all positions', () => {
  it('closes each position fully, at market, within 1% of the mark, and then removes its stop', () => {
    const harness = openControlHarness()
    harness.enter()
    stopEngine(harness, { flatten: 'REDUCE_ONLY' })
    harness.run(6_000)
    expect(closes(harness).map(({ terms }) => terms)).toEqual([
      expect.objectContaining({ side: 'SELL', quantity: 10, price: MARK * 0.99, timeInForce: 'IOC', reduceOnly: true }),
    ])
    expect([harness.position(), harness.names()]).toEqual([undefined, []])
    expect(harness.state.session.sweep.complete).toBe(true)
  })

  it('buys back a short position above the mark', () => {
    const harness = openControlHarness()
    harness.place({ type: 'MARKET', side: 'SELL', price: null, timeInForce: 'IOC' })
    harness.run(500)
    stopEngine(harness, { flatten: 'REDUCE_ONLY' })
    harness.run(2_000)
    expect(closes(harness).map(({ terms }) => [terms.side, terms.price])).toEqual([['BUY', MARK * 1.01]])
  })

  it('tries three times, ever further from the mark, then leaves the rest behind its stop and is complete', () => {
    const harness = openControlHarness()
    harness.enter()
    const stops = harness.names()
    harness.manners.refuses = isClose
    stopEngine(harness, { flatten: 'REDUCE_ONLY' })
    harness.run(15_000)
    expect(closes(harness).map(({ terms }) => terms.price)).toEqual([MARK * 0.99, MARK * 0.98, MARK * 0.97])
    expect([harness.position()?.quantity, harness.names()]).toEqual([10, stops])
    expect(harness.state.session.sweep.complete).toBe(true)
  })

  it('waits half a second between two tries, and for one in flight', () => {
    const harness = openControlHarness()
    harness.enter()
    harness.manners.refuses = isClose
    stopEngine(harness, { flatten: 'REDUCE_ONLY' })
    harness.run(400)
    expect(closes(harness)).toHaveLength(1)
    harness.run(200)
    expect(closes(harness)).toHaveLength(2)
    harness.manners.silent = true
    harness.run(900)
    expect(closes(harness)).toHaveLength(3)
    harness.run(3_000)
    expect(new Set(closes(harness).map(({ venueClientId }) => venueClientId)).size).toBe(3)
  })

  it('starts anew with a position that was opened since', () => {
    const harness = openControlHarness()
    harness.enter()
    stopEngine(harness, { flatten: 'REDUCE_ONLY' })
    harness.run(6_000)
    harness.publish({
      kind: 'fill',
      fill: {
        execId: 'by hand',
        exchangeOrderId: '7',
        venueClientId: null,
        symbol: 'BTCUSDT',
        side: 'BUY',
        price: ticks(MARK),
        quantity: closes(harness)[0]?.terms.quantity ?? never(),
        fee: 0n,
        liquidity: 'TAKER',
        kind: 'TRADE',
        executedAtMs: harness.nowMs,
      },
    })
    harness.run(3_000)
    expect(closes(harness)).toHaveLength(2)
    expect(harness.position()).toBeUndefined()
  })

  it('closes nothing when that was not requested', () => {
    const harness = openControlHarness()
    harness.enter()
    stopEngine(harness)
    harness.run(6_000)
    expect([closes(harness), harness.position()?.quantity]).toEqual([[], 10])
  })

  it('closes open positions when that is requested later, whatever stopped the engine first', () => {
    const harness = openControlHarness()
    harness.enter()
    bringTo(harness, 'HALTED')
    harness.run(6_000)
    stopEngine(harness, { flatten: 'REDUCE_ONLY' })
    harness.run(6_000)
    expect([harness.position(), harness.state.session.sweep.complete]).toEqual([undefined, true])
  })
})

const never = (): never => {
  throw new Error('nothing was closed')
}
