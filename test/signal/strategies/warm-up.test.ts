import { expect, it } from 'vitest'
import type { Bar } from '../../../server/domain/signal/bar.ts'
import { STRATEGIES } from '../../../server/domain/signal/strategies/index.ts'
import type { Params } from '../../../server/domain/signal/strategy.ts'
import { type Contexts, makeBars, NOTHING_KNOWN, repeat, replayStrategy } from './series.ts'

interface Willing {
  readonly id: string
  /** Parameters with which it signals as early as possible. */
  readonly params: Params
  readonly bars: readonly Bar[]
  readonly context?: Contexts
}

const climb = makeBars(1_000, repeat(700, 1))
/** At every third bar, bar 96 among them, it turns up below its mean. */
const TURNING = [-0.02, 0, -0.03]

const fall = makeBars(9_000, repeat(700, -1))

it.each<Willing>([
  { id: 'S01', params: { adxMin: 0.1, volatilityMax: 1 }, bars: makeBars(1_000, repeat(700, 3)) },
  { id: 'S04', params: { sigmaMin: 0 }, bars: climb },
  {
    id: 'S07',
    params: { scoreMax: 9, ratioMax: 9 },
    bars: fall,
    context: () => ({ ...NOTHING_KNOWN, fundingZ: 0 }),
  },
  {
    id: 'S11',
    params: { percentileMax: 1 },
    bars: climb,
    context: () => ({ ...NOTHING_KNOWN, fundingPercentile: 0.5, openInterestChange: 1 }),
  },
  {
    id: 'S12',
    params: { scoreMax: 9 },
    bars: climb,
    context: (index) => ({ ...NOTHING_KNOWN, basis: TURNING[index % 3] ?? null }),
  },
])('$id can signal at the first bar after its warm-up, and not before', ({ id, params, bars, context }) => {
  const definition = STRATEGIES.find((strategy) => strategy.id === id)
  const [first] = definition ? replayStrategy(definition, bars, { params, ...(context && { context }) }) : []
  expect(first?.at).toBe(definition?.warmupBars)
})
