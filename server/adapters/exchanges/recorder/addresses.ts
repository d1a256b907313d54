/** Addresses of the recorded exchange's REST API and streams, and the check that it trades the requested symbols. */

import { SYMBOL_PATTERN } from '../../../domain/market/instrument.ts'
import { MarketSourceError } from '../../../engine/model/ports.ts'
import { fetchText } from './snapshots.ts'

/** Returns the addresses of Binance, or of an exchange with the same protocol under one URL. */
export const resolveAddresses = (url: string | undefined): Addresses => {
  if (url === undefined) return BINANCE
  const rest = url.replace(/\/+$/, '')
  return { rest, sockets: rest.replace(/^http/, 'ws') }
}

/** REST and stream addresses of an exchange with Binance's protocol. */
export interface Addresses {
  readonly rest: string
  readonly sockets: string
}

const BINANCE: Addresses = { rest: 'https://fapi.binance.com', sockets: 'wss://fstream.binance.com' }

/**
 * Channels of the two connections: since 2026 the exchange publishes order book and trades on `/public`, and data
 * derived from them on `/market`.
 */
const CHANNELS = {
  public: ['depth@0ms', 'bookTicker', 'trade'],
  market: ['aggTrade', 'markPrice@1s', 'forceOrder'],
} as const

export type Category = keyof typeof CHANNELS

export const CATEGORIES: readonly Category[] = ['public', 'market']

export const streamAddress = ({ sockets }: Addresses, category: Category, symbols: readonly string[]): string => {
  const streams = symbols.flatMap((symbol) => CHANNELS[category].map((channel) => `${symbol.toLowerCase()}@${channel}`))
  return `${sockets}/${category}/stream?streams=${streams.join('/')}`
}

const DEPTH = 1_000

export const depthAddress = ({ rest }: Addresses, symbol: string): string =>
  `${rest}/fapi/v1/depth?symbol=${symbol}&limit=${DEPTH}`

const listingAddress = ({ rest }: Addresses): string => `${rest}/fapi/v1/exchangeInfo`

const perpetual = new RegExp(SYMBOL_PATTERN)

/** Rejects with a `MarketSourceError` unless the exchange trades every one of these USDT perpetuals now. */
export const checkListed = async (
  addresses: Addresses,
  symbols: readonly string[],
  signal: AbortSignal,
): Promise<void> => {
  const answer = await fetchText(listingAddress(addresses), signal)
  if (!answer.ok) throw new MarketSourceError(`${addresses.rest} does not respond (${answer.error.reason}). ${REACH}`)
  const listed = statusesIn(answer.value)
  if (!listed) throw new MarketSourceError(`${addresses.rest} does not return its listing. ${REACH}`)
  const unknown = symbols.filter((symbol) => !listed.has(symbol) || !perpetual.test(symbol))
  if (unknown.length > 0) {
    throw new MarketSourceError(
      `${unknown.join(', ')} is not a USDT perpetual of ${addresses.rest}. Specify the symbols as the exchange writes them, such as BTCUSDT.`,
    )
  }
  const resting = symbols.filter((symbol) => listed.get(symbol) !== 'TRADING')
  if (resting.length > 0) {
    throw new MarketSourceError(`${resting.join(', ')} is listed at ${addresses.rest} but not traded now. Omit it.`)
  }
}

const REACH = 'Check that it can be reached from here, or specify another with --exchange-url.'

const statusesIn = (text: string): Map<string, string> | undefined => {
  try {
    const { symbols } = JSON.parse(text) as { readonly symbols: readonly Record<string, unknown>[] }
    return new Map(symbols.map(({ symbol, status }) => [String(symbol), String(status)]))
  } catch {
    return undefined
  }
}
