/** REST and stream addresses of an exchange of this protocol. */
export interface Addresses {
  readonly rest: string
  readonly sockets: string
}

const BINANCE: Addresses = { rest: 'https://fapi.binance.com', sockets: 'wss://fstream.binance.com' }

/** The real exchange, or one of the same wire that has both at one place. */
export const resolveAddresses = (url: string | undefined): Addresses => {
  if (url === undefined) return BINANCE
  const rest = url.replace(/\/+$/, '')
  return { rest, sockets: rest.replace(/^http/, 'ws') }
}

/**
 * Channels of the two connections: since 2026 the exchange publishes order book and trades on `/public`, and data
 * derived from them on `/market`.
 */
const CHANNELS = {
  public: ['depth@0ms', 'bookTicker', 'trade'],
  market: ['aggTrade', 'markPrice@1s'],
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

export const listingAddress = ({ rest }: Addresses): string => `${rest}/fapi/v1/exchangeInfo`
