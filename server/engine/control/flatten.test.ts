import { describe, expect, it } from 'vitest'
import { bringTo, type ControlFloor, openControlFloor, stopEngine } from '../../../test/support/control-floor.ts'
import { MARK } from '../../../test/support/trading-floor.ts'
import { ticks } from '../../domain/market/instrument.ts'
import type { Submission } from '../model/venue.ts'

const closes = ({ sent }: ControlFloor): Submission[] =>
  sent.flatMap((request) =>
    request.kind === 'submit' && request.submission.venueClientId.startsWith('tF') ? [request.submission] : [],
  )

const isClose = ({ venueClientId }: Submission): boolean => venueClientId.startsWith('tF')

describe('a stop that is to close everything', () => {
  it('closes each position whole, at the market, within one per cent of the mark, and then takes its stop away', () => {
    const floor = openControlFloor()
    floor.enter()
    stopEngine(floor, { flatten: 'REDUCE_ONLY' })
    floor.run(6_000)
    expect(closes(floor).map(({ terms }) => terms)).toEqual([
      expect.objectContaining({ side: 'SELL', quantity: 10, price: MARK * 0.99, timeInForce: 'IOC', reduceOnly: true }),
    ])
    expect([floor.position(), floor.names()]).toEqual([undefined, []])
    expect(floor.state.session.sweep.complete).toBe(true)
  })

  it('buys back a short position above the mark', () => {
    const floor = openControlFloor()
    floor.place({ type: 'MARKET', side: 'SELL', price: null, timeInForce: 'IOC' })
    floor.run(500)
    stopEngine(floor, { flatten: 'REDUCE_ONLY' })
    floor.run(2_000)
    expect(closes(floor).map(({ terms }) => [terms.side, terms.price])).toEqual([['BUY', MARK * 1.01]])
  })

  it('tries three times, ever further from the mark, then leaves the rest behind its stop and is complete', () => {
    const floor = openControlFloor()
    floor.enter()
    const stops = floor.names()
    floor.manners.refuses = isClose
    stopEngine(floor, { flatten: 'REDUCE_ONLY' })
    floor.run(15_000)
    expect(closes(floor).map(({ terms }) => terms.price)).toEqual([MARK * 0.99, MARK * 0.98, MARK * 0.97])
    expect([floor.position()?.quantity, floor.names()]).toEqual([10, stops])
    expect(floor.state.session.sweep.complete).toBe(true)
  })

  it('waits half a second between two tries, and for one that is on its way', () => {
    const floor = openControlFloor()
    floor.enter()
    floor.manners.refuses = isClose
    stopEngine(floor, { flatten: 'REDUCE_ONLY' })
    floor.run(400)
    expect(closes(floor)).toHaveLength(1)
    floor.run(200)
    expect(closes(floor)).toHaveLength(2)
    floor.manners.silent = true
    floor.run(900)
    expect(closes(floor)).toHaveLength(3)
    floor.run(3_000)
    expect(new Set(closes(floor).map(({ venueClientId }) => venueClientId)).size).toBe(3)
  })

  it('begins anew with a position that was opened since', () => {
    const floor = openControlFloor()
    floor.enter()
    stopEngine(floor, { flatten: 'REDUCE_ONLY' })
    floor.run(6_000)
    floor.publish({
      kind: 'fill',
      fill: {
        execId: 'by hand',
        exchangeOrderId: '7',
        venueClientId: null,
        symbol: 'BTCUSDT',
        side: 'BUY',
        price: ticks(MARK),
        quantity: closes(floor)[0]?.terms.quantity ?? never(),
        fee: 0n,
        liquidity: 'TAKER',
        kind: 'TRADE',
        executedAtMs: floor.nowMs,
      },
    })
    floor.run(3_000)
    expect(closes(floor)).toHaveLength(2)
    expect(floor.position()).toBeUndefined()
  })

  it('closes nothing when that was not requested', () => {
    const floor = openControlFloor()
    floor.enter()
    stopEngine(floor)
    floor.run(6_000)
    expect([closes(floor), floor.position()?.quantity]).toEqual([[], 10])
  })

  it('closes open positions when that is requested later, whatever stopped the engine first', () => {
    const floor = openControlFloor()
    floor.enter()
    bringTo(floor, 'HALTED')
    floor.run(6_000)
    stopEngine(floor, { flatten: 'REDUCE_ONLY' })
    floor.run(6_000)
    expect([floor.position(), floor.state.session.sweep.complete]).toEqual([undefined, true])
  })
})

const never = (): never => {
  throw new Error('nothing was closed')
}
