import { createSimulatedExchange } from '../../adapters/exchanges/simulated/index.ts'
import { SIMULATED_NOTICE } from '../../adapters/exchanges/simulated/notice.ts'
import type { MarketConfig } from '../../config/market.ts'
import { publishedBrackets } from '../../domain/margin/published-brackets.ts'
import { onFaultyWire, openClearing } from './clearing.ts'
import type { Exchange, ExchangeParts } from './exchange.ts'
import { createLocalThrottle } from './local-throttle.ts'

type Simulated = Extract<MarketConfig, { kind: 'simulated' }>

/** The simulated market, and our account in it. */
export const simulatedVenue = (
  { seed, historyDays }: Simulated,
  parts: ExchangeParts,
): Pick<Exchange, 'source' | 'openVenue' | 'notice' | 'allowance'> => {
  const source = createSimulatedExchange({ seed, historyDays, clock: parts.clock })
  const throttle = createLocalThrottle(parts.monotonic)
  const onWire = onFaultyWire(parts, throttle.note)
  return {
    source,
    notice: SIMULATED_NOTICE,
    allowance: throttle.allowance,
    openVenue(directory) {
      const { matcher, fundingAt } = source
      const { clearing, close } = openClearing(parts, {
        directory,
        source,
        matcher,
        fundingAt,
        brackets: publishedBrackets,
      })
      source.observe(clearing.observe)
      return { venue: onWire(clearing, clearing), close }
    },
  }
}
