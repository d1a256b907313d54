import { createSimulatedExchange } from '../../adapters/exchanges/simulated/index.ts'
import { INSTRUMENT_SPECS } from '../../adapters/exchanges/simulated/instrument-specs.ts'
import { SIMULATED_NOTICE } from '../../adapters/exchanges/simulated/notice.ts'
import type { MarketConfig } from '../../config/market.ts'
import { StartError } from '../../core/start-error.ts'
import { publishedBrackets } from '../../domain/margin/published-brackets.ts'
import { onFaultyWire, openClearing } from './clearing.ts'
import type { Exchange, ExchangeParts } from './exchange.ts'
import { createLocalThrottle } from './local-throttle.ts'

type Simulated = Extract<MarketConfig, { kind: 'simulated' }>

/** The simulated market, and our account in it. */
export const simulatedVenue = (
  { seed, historyDays, symbols }: Simulated,
  parts: ExchangeParts,
): Pick<Exchange, 'source' | 'openVenue' | 'notice' | 'allowance'> => {
  refuseUnknown(symbols)
  const source = createSimulatedExchange({ seed, historyDays, symbols, clock: parts.clock })
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

/** Rejects symbols that the simulated exchange does not have, with a `StartError`. */
const refuseUnknown = (symbols: readonly string[] = []): void => {
  const known = INSTRUMENT_SPECS.map(({ instrument }) => instrument.symbol)
  const unknown = symbols.filter((symbol) => !known.includes(symbol))
  if (unknown.length === 0) return
  throw new StartError(`The simulated exchange does not have ${unknown.join(', ')}. Choose from ${known.join(', ')}.`)
}
