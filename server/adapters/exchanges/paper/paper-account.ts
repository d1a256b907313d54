import type { ExecutionVenue, MarketSource } from '../../../engine/model/ports.ts'
import type { ClearingVenue } from '../clearing/venue.ts'
import { delayCancels } from './delay-cancels.ts'
import { createPaperMatcher, type PaperMatcher } from './paper-matcher.ts'
import { tapSource } from './tap-source.ts'

/** An account that trades against a watched market. */
export interface PaperAccount {
  readonly matcher: PaperMatcher
  /** The market, observed by the matcher and the clearing: the engine has to run this source. */
  readonly source: MarketSource
  /** Connects the clearing that was opened on the matcher; its cancels take effect after the latency to the market. */
  connect(clearing: ClearingVenue): ExecutionVenue
}

/** Creates the matcher of a paper account over a market; its clearing is connected once it is open. */
export const createPaperAccount = (market: MarketSource): PaperAccount => {
  const matcher = createPaperMatcher()
  let clearing: ClearingVenue | undefined
  return {
    matcher,
    source: tapSource(market, (event) => {
      matcher.observe(event)
      clearing?.observe(event)
    }),
    connect(opened) {
      clearing = opened
      return delayCancels(opened, matcher)
    },
  }
}
