import { createFundingRecord } from '../../adapters/exchanges/paper/funding-record.ts'
import { createPaperAccount } from '../../adapters/exchanges/paper/paper-account.ts'
import { PAPER_LATENCY_MS } from '../../adapters/exchanges/paper/paper-matcher.ts'
import { tapSource } from '../../adapters/exchanges/paper/tap-source.ts'
import type { BracketLookup } from '../../domain/margin/brackets.ts'
import type { MarketSource } from '../../engine/model/ports.ts'
import { onFaultyWire, openClearing } from './clearing.ts'
import { createLocalThrottle, type Exchange, type ExchangeParts } from './exchange.ts'
import { createRecording } from './recording.ts'

/**
 * Creates paper execution: fills orders in a local account against the market data of `watched`, without sending any
 * order.
 */
export const paperVenue = (
  watched: MarketSource,
  brackets: BracketLookup,
  parts: ExchangeParts,
): Pick<Exchange, 'source' | 'openVenue' | 'allowance'> => {
  const throttle = createLocalThrottle(parts.monotonic)
  const onWire = onFaultyWire(parts, throttle.note)
  const fundings = createFundingRecord()
  const { matcher, source, connect } = createPaperAccount(tapSource(watched, fundings.observe))
  const recording = createRecording(parts, { source, brackets, latencyMs: PAPER_LATENCY_MS })
  return {
    source: recording.source,
    allowance: throttle.allowance,
    openVenue(directory, commit) {
      const place = { directory, commit, source, matcher, brackets, fundingAt: fundings.at }
      const { clearing, close } = openClearing(parts, place)
      const recorded = recording.begin(directory, clearing, connect(clearing))
      return { venue: onWire(recorded, clearing), close: () => close().then(recording.close) }
    },
  }
}
