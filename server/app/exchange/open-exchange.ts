import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openReplay } from '../../adapters/exchanges/replay/index.ts'
import { createSimulatedExchange } from '../../adapters/exchanges/simulated/index.ts'
import { INSTRUMENT_SPECS, SIMULATED_NOTICE } from '../../adapters/exchanges/simulated/instrument-specs.ts'
import { engineStorePath } from '../../adapters/store/sqlite/store.ts'
import { type MarketConfig, stateName } from '../../config/market.ts'
import { StartError } from '../../core/errors.ts'
import { publishedBrackets } from '../../domain/margin/brackets.ts'
import { onFaultyWire, openClearing } from './clearing.ts'
import { createLocalThrottle, type Exchange, type ExchangeParts } from './exchange.ts'
import { paperVenue } from './paper.ts'
import { createRecording } from './recording.ts'

/**
 * Opens the simulated exchange, paper execution over a recording, or an external exchange. The library for external
 * exchanges is large and loaded only when needed.
 */
export const openExchange = async (parts: ExchangeParts): Promise<Exchange> => {
  const { config, clock } = parts
  const ours = {
    execution: 'paper',
    notice: null,
    brackets: publishedBrackets,
    requestLifeMs: null,
    attachesStops: false,
    isConnected: () => true,
    troubles: () => [],
    keyPermissions: async () => null,
    prepare: async () => {},
    close: async () => {},
  } as const
  switch (config.market.kind) {
    case 'simulated':
      return { ...ours, name: 'the simulated exchange', ...simulatedVenue(config.market, parts) }
    case 'replay': {
      const recorded = await openReplay({ ...config.market, clock })
      return { ...ours, name: 'paper on a recording', ...paperVenue(recorded, publishedBrackets, parts) }
    }
    case 'exchange': {
      const { openExternalExchange } = await import('./external.ts')
      return openExternalExchange(config.market, parts)
    }
  }
}

type Simulated = Extract<MarketConfig, { kind: 'simulated' }>

/** Opens the simulated market with our account. */
const simulatedVenue = (
  { seed, historyDays, symbols }: Simulated,
  parts: ExchangeParts,
): Pick<Exchange, 'source' | 'openVenue' | 'notice' | 'allowance' | 'prepare'> => {
  refuseUnknown(symbols)
  const source = createSimulatedExchange({ seed, historyDays, symbols, clock: parts.clock })
  const throttle = createLocalThrottle(parts.monotonic)
  const onWire = onFaultyWire(parts, throttle.note)
  const recording = createRecording(parts, { source, brackets: publishedBrackets, latencyMs: 0, joinsLate: true })
  return {
    source: recording.source,
    notice: SIMULATED_NOTICE,
    allowance: throttle.allowance,
    async prepare() {
      const { dataDir, market } = parts.config
      if (!existsSync(engineStorePath(join(dataDir, stateName(market))))) source.prepareHistory()
    },
    openVenue(directory, commit) {
      const { matcher, fundingAt } = source
      const { clearing, close } = openClearing(parts, {
        directory,
        commit,
        source,
        matcher,
        fundingAt,
        brackets: publishedBrackets,
      })
      source.observe((event) => {
        recording.join()
        clearing.observe(event)
      })
      const recorded = recording.begin(directory, clearing, clearing)
      return { venue: onWire(recorded, clearing), close: () => close().then(recording.close) }
    },
  }
}

/** Rejects symbols the simulated exchange does not list, with a `StartError`. */
const refuseUnknown = (symbols: readonly string[] = []): void => {
  const known = INSTRUMENT_SPECS.map(({ instrument }) => instrument.symbol)
  const unknown = symbols.filter((symbol) => !known.includes(symbol))
  if (unknown.length === 0) return
  throw new StartError(`The simulated exchange does not have ${unknown.join(', ')}. Choose from ${known.join(', ')}.`)
}
