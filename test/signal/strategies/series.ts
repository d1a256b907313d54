import type { Bar } from '../../../server/domain/signal/bar.ts'

export {
  type Contexts,
  makeBars,
  NOTHING_KNOWN,
  repeat,
  withBar,
} from '../../../server/domain/signal/golden/made-bars.ts'
export { replayStrategy, rounded } from '../../../server/domain/signal/golden/run-golden.ts'
export type { GoldenIdea } from '../../../server/domain/signal/strategy.ts'

/** Returns the bars with every price mirrored at `level`. */
export const reflected = (bars: readonly Bar[], level: number): readonly Bar[] =>
  bars.map((bar) => ({
    ...bar,
    open: 2 * level - bar.open,
    high: 2 * level - bar.low,
    low: 2 * level - bar.high,
    close: 2 * level - bar.close,
    takerBuyVolume: bar.takerBuyVolume === null ? null : bar.volume - bar.takerBuyVolume,
  }))
