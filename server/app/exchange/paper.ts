import type { ClearingVenue } from '../../adapters/exchanges/clearing/venue.ts'
import { delayCancels } from '../../adapters/exchanges/paper/delay-cancels.ts'
import { createFundingRecord } from '../../adapters/exchanges/paper/funding-record.ts'
import { createPaperMatcher } from '../../adapters/exchanges/paper/paper-matcher.ts'
import { tapSource } from '../../adapters/exchanges/paper/tap-source.ts'
import type { BracketLookup } from '../../domain/margin/brackets.ts'
import type { MarketSource } from '../../engine/model/ports.ts'
import { onFaultyWire, openClearing } from './clearing.ts'
import { createLocalThrottle, type Exchange, type ExchangeParts } from './exchange.ts'

/** An account of our own over a market that is only watched. */
export const paperVenue = (
  watched: MarketSource,
  brackets: BracketLookup,
  parts: ExchangeParts,
): Pick<Exchange, 'source' | 'openVenue' | 'allowance'> => {
  const matcher = createPaperMatcher()
  const throttle = createLocalThrottle(parts.monotonic)
  const onWire = onFaultyWire(parts, throttle.note)
  let clearing: ClearingVenue | undefined
  const fundings = createFundingRecord()
  const source = tapSource(watched, (event) => {
    fundings.observe(event)
    matcher.observe(event)
    clearing?.observe(event)
  })
  return {
    source,
    allowance: throttle.allowance,
    openVenue(directory) {
      const opened = openClearing(parts, { directory, source, matcher, brackets, fundingAt: fundings.at })
      clearing = opened.clearing
      return { venue: onWire(delayCancels(clearing, matcher), clearing), close: opened.close }
    },
  }
}
