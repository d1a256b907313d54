import type { ExecutionVenue, MarketSource } from '../../../engine/model/ports.ts'
import type { ClearingVenue } from '../clearing/venue.ts'
import { createPaperMatcher, type PaperMatcher } from './paper-matcher.ts'
import { tapSource } from './tap-source.ts'

/** Parts of a paper trading account: it observes a market source and matches orders against it. */
export interface PaperAccount {
  readonly matcher: PaperMatcher
  /** Market source for the engine; it also passes every event to the matcher and the clearing. */
  readonly source: MarketSource
  /** Connects the clearing and returns the venue; its cancels take effect after the latency to the market. */
  connect(clearing: ClearingVenue): ExecutionVenue
}

/** Creates a paper account on a market source. The clearing is opened on its matcher, and connected afterwards. */
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
