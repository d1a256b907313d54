import fc from 'fast-check'
import { HOUR_MS, MINUTE_MS } from '../../../server/core/instant.ts'
import type { Bar } from '../../../server/domain/signal/bar.ts'

interface Move {
  readonly gap: number
  readonly body: number
  readonly above: number
  readonly below: number
  readonly volume: number
  readonly bought: number
}

interface Shape {
  /** Tick value; values far from 1 reveal figures that overflow or vanish. */
  readonly tick: number
  /** Size of moves: 0 for a market that never moves, large for one that jumps. */
  readonly stretch: number
  /** True when bars reach beyond their open and close. */
  readonly wicks: number
  readonly intervalMs: number
}

const FIRST_TICK = 1_000_000

const move = fc.record({
  gap: fc.constantFrom(0, 0, 0, -1, 2, -3),
  body: fc.integer({ min: -20, max: 20 }),
  above: fc.integer({ min: 0, max: 5 }),
  below: fc.integer({ min: 0, max: 5 }),
  volume: fc.integer({ min: 1, max: 1_000 }),
  bought: fc.constantFrom(0, 0.25, 0.5, 1),
})

const shape = fc.record({
  tick: fc.constantFrom(0.01, 0.1, 1e-300, 1e-12, 1, 1e9, 1e120),
  stretch: fc.constantFrom(1, 1, 1, 0, 0.05, 400),
  wicks: fc.constantFrom(1, 1, 0),
  intervalMs: fc.constantFrom(15 * MINUTE_MS, 4 * HOUR_MS),
})

const createBars = (moves: readonly Move[], { tick, stretch, wicks, intervalMs }: Shape): Bar[] => {
  let ticks = FIRST_TICK
  return moves.map(({ gap, body, above, below, volume, bought }, i) => {
    const open = ticks + Math.round(gap * stretch)
    const close = open + Math.round(body * stretch)
    ticks = close
    return {
      openMs: i * intervalMs,
      open: open * tick,
      high: (Math.max(open, close) + above * wicks) * tick,
      low: (Math.min(open, close) - below * wicks) * tick,
      close: close * tick,
      volume: volume / 10,
      takerBuyVolume: (volume / 10) * bought,
    }
  })
}

/**
 * Generates ordinary and extreme series of bars: without moves, without range, with jumps, with huge and tiny prices.
 */
export const barSeries: fc.Arbitrary<Bar[]> = fc
  .tuple(fc.array(move, { maxLength: 60, size: 'max' }), shape)
  .map(([moves, form]) => createBars(moves, form))

/** Returns the mirrored bar, in which a short position becomes a long one. */
export const mirrorBar = (bar: Bar): Bar => ({
  ...bar,
  open: -bar.open,
  high: -bar.low,
  low: -bar.high,
  close: -bar.close,
  takerBuyVolume: bar.takerBuyVolume === null ? null : bar.volume - bar.takerBuyVolume,
})
