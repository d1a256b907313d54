import pc from 'picocolors'
import { errorMessage, StartError } from '../server/core/errors.ts'
import { openBinanceVenue } from './binance/open-binance-venue.ts'
import { openBybitVenue } from './bybit/open-bybit-venue.ts'
import type { VenueSources } from './exchange/exchange-state.ts'
import type { LocalExchange } from './exchange/ports.ts'
import type { VenueServer } from './exchange/server/open-servers.ts'
import { openLocalExchange } from './local-exchange.ts'
import { readVenueFlags, type VenueFlags, type VenuePlan, type WirePlan } from './venue-flags.ts'

/**
 * Runs the command `venue`: opens the local exchange, prints its address and keys, and closes it on a signal. Throws a
 * `StartError`, or the fault that stopped the exchange.
 */
export const runVenue = async (flags: VenueFlags, parts: RunVenueParts): Promise<void> => {
  const plan = readVenueFlags(flags, parts.random)
  if (!plan.ok) throw new StartError(plan.error.join('\n'))
  const broken = Promise.withResolvers<Error>()
  const exchange = await openLocalExchange({
    ...plan.value.exchange,
    keepsConditionals: plan.value.wire.kind === 'binance',
    dataDir: parts.dataDir,
    clock: parts.clock,
    fail: broken.resolve,
  })
  const server = await openListed(exchange, plan.value, parts)
  parts.out(
    flags.json ? `${JSON.stringify(facts(exchange, server, plan.value))}\n` : banner(exchange, server, plan.value),
  )
  const ended = await Promise.race([parts.stop.then(() => undefined), server.failure, broken.promise])
  await server.close()
  if (ended) throw ended
}

/** Inputs from the process that runs the exchange. */
export interface RunVenueParts extends VenueSources {
  /** Data directory; the exchange's own part is its folder `venue`. */
  readonly dataDir: string
  out(text: string): void
  /** Resolves when the program receives a signal to end. */
  readonly stop: Promise<unknown>
}

const openListed = async (
  exchange: LocalExchange,
  { wire }: VenuePlan,
  sources: VenueSources,
): Promise<VenueServer> => {
  const listed = exchange.source.instruments.map(({ symbol }) => symbol)
  const unknown = wire.symbols.filter((symbol) => !listed.includes(symbol))
  try {
    if (unknown.length === 0) return await openWire(exchange, wire, sources)
  } catch (error) {
    exchange.close()
    const reason = errorMessage(error)
    throw new StartError(`The exchange cannot listen on ${wire.host}:${wire.port} (${reason}). Choose another --port.`)
  }
  exchange.close()
  throw new StartError(`${unknown.join(', ')} is not traded in this market, which lists ${listed.join(', ')}.`)
}

const openWire = (exchange: LocalExchange, wire: WirePlan, sources: VenueSources): Promise<VenueServer> =>
  wire.kind === 'bybit' ? openBybitVenue(exchange, wire, sources) : openBinanceVenue(exchange, wire, sources)

const facts = ({ source }: LocalExchange, { url }: VenueServer, { wire }: VenuePlan) => ({
  url,
  streams: url.replace('http', 'ws'),
  wire: wire.kind,
  market: source.market,
  symbols: wire.symbols.length > 0 ? wire.symbols : source.instruments.map(({ symbol }) => symbol),
  apiKey: wire.apiKey,
  apiSecret: wire.apiSecret,
})

/** Name of each wire, and its path beneath the address. */
const WIRES = {
  binance: { exchange: 'Binance USDⓈ-M', rest: '/fapi/v1', streams: '/ws' },
  bybit: { exchange: 'Bybit v5', rest: '/v5', streams: '/v5/public/linear and /v5/private' },
} as const satisfies Record<WirePlan['kind'], object>

const banner = (exchange: LocalExchange, server: VenueServer, plan: VenuePlan): string => {
  const { url, streams, market, symbols, apiKey, apiSecret, wire } = facts(exchange, server, plan)
  const rows = [
    ['REST', `${url}${WIRES[wire].rest}`],
    ['Streams', `${streams}${WIRES[wire].streams}`],
    ['Market', `${market}: ${symbols.join(', ')}`],
    ['API key', apiKey],
    ['API secret', apiSecret],
  ] as const
  const table = rows.map(([name, value]) => `  ${pc.dim(name.padEnd(12))}${value}`).join('\n')
  const title = pc.bold(`Local futures exchange with the API of ${WIRES[wire].exchange}`)
  return `\n${title}\n\n${table}\n\n${pc.dim('No real money is involved. Press Ctrl-C to stop.')}\n`
}
