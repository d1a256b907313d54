import type { ExecutionVenue, MarketSource } from '../../../engine/model/ports.ts'
import type { ClearingVenue } from '../clearing/venue.ts'
import { createPaperMatcher, type PaperMatcher } from './paper-matcher.ts'
import { tapSource } from './tap-source.ts'

/** Paper trading account over an observed market. */
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

/**
 * Returns the venue with cancels that take effect only after the latency to the market: until then the order still
 * trades. All other requests pass immediately; orders the venue itself takes out of the market have no latency.
 */
export const delayCancels = (venue: ExecutionVenue, matcher: Pick<PaperMatcher, 'whenArrived'>): ExecutionVenue => {
  let open = true
  return {
    open: (sink) => venue.open(sink),
    send(request) {
      if (request.kind !== 'cancel') return venue.send(request)
      matcher.whenArrived(request.symbol, () => {
        if (open) venue.send(request)
      })
    },
    close() {
      open = false
      return venue.close()
    },
  }
}
