import type { ExecutionVenue } from '../../../engine/model/ports.ts'
import type { PaperMatcher } from './paper-matcher.ts'

/**
 * The same venue, which hears of a cancel only when it has travelled to the market: until then the order still trades.
 * All else is told at once; what the venue itself takes out of the market never travels.
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
      venue.close()
    },
  }
}
