import type { Logger } from 'pino'
import type { Fact } from './engine/facts.ts'

/** One line a fact, made from the fact; candles are many and only of interest when looking closely. */
export const logFacts = (logger: Logger, facts: readonly Fact[]): void => {
  for (const fact of facts) {
    if (fact.kind !== 'candleClosed') logger.info(fact, fact.kind)
    else if (logger.isLevelEnabled('trace'))
      logger.trace({ symbol: fact.candle.symbol, openMs: fact.candle.openMs }, fact.kind)
  }
}
