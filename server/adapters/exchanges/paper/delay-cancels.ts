import type { ExecutionVenue } from '../../../engine/model/ports.ts'
import type { PaperMatcher } from './paper-matcher.ts'

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
