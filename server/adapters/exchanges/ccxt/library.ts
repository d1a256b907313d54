import ccxt, { type Exchange } from 'ccxt'
import { type Instant, SECOND_MS } from '../../../core/instant.ts'
import { presentAttempt } from './attempt.ts'
import type { Dialect } from './dialect.ts'

/**
 * Creates a CCXT client, called the library in this folder, with our settings: numbers as strings, no retries,
 * timestamps by the exchange's clock.
 */
export const createLibrary = (
  { dialect, url, practice, keys, recvWindowMs }: LibraryOptions,
  venueNow: () => Instant,
): Exchange => {
  const library = new ccxt.pro[dialect.id]({
    enableRateLimit: true,
    timeout: TIMEOUT_MS,
    newUpdates: true,
    number: String,
    ...(keys && { apiKey: keys.apiKey, secret: keys.secret }),
    ...(keys?.password && { password: keys.password }),
    options: {
      defaultType: 'swap',
      fetchCurrencies: false,
      warnOnFetchOpenOrdersWithoutSymbol: false,
      maxRetriesOnFailure: 0,
      recvWindow: recvWindowMs,
      ...dialect.options,
    },
  })
  const { streaming, has } = library
  library.streaming = { ...streaming, keepAlive: KEEP_ALIVE_MS }
  applyVenueClock(library, venueNow)
  library.has = { ...has, fetchCurrencies: false }
  if (practice) dialect.enterPractice(library)
  if (url !== undefined) library.urls.api = withBaseUrl(library.urls.api, url)
  return library
}

/** Exchange, environment and keys of a library client. */
export interface LibraryOptions {
  readonly dialect: Dialect
  /** Base URL of another endpoint, such as a local one; undefined for the exchange's own. */
  readonly url: string | undefined
  /** True selects the exchange's own demo environment, without real money. */
  readonly practice: boolean
  readonly keys: { readonly apiKey: string; readonly secret: string; readonly password: string | null } | undefined
  readonly recvWindowMs: number
}

/** Maximum wait for a response. */
export const TIMEOUT_MS = 5 * SECOND_MS

/**
 * Makes the library sign requests and log in to streams by the exchange's clock. Pongs are timestamped by the local
 * clock, with which the library measures the silence of a connection.
 */
const applyVenueClock = (library: Exchange, venueNow: () => Instant): void => {
  const { milliseconds: ownNow } = library
  library.nonce = () => {
    const attempt = presentAttempt()
    if (attempt) attempt.signed = true
    return attempt?.signedAtMs ?? venueNow()
  }
  library.milliseconds = venueNow
  library.seconds = () => Math.floor(venueNow() / SECOND_MS)
  library.handlePong = (socket: { lastPong: number }, message: unknown) => {
    socket.lastPong = ownNow()
    return message
  }
}

/** Ping interval; a peer that does not answer within twice this time is considered gone. */
const KEEP_ALIVE_MS = 10 * SECOND_MS

/** Returns the addresses with their hosts replaced by another URL. */
const withBaseUrl = <T>(addresses: T, url: string): T =>
  JSON.parse(
    JSON.stringify(addresses, (_name, value: unknown) =>
      typeof value === 'string' ? value.replace(/^(http|ws)s?:\/\/[^/]+/, (_all, kind) => placeFor(url, kind)) : value,
    ),
  )

const placeFor = (url: string, kind: string): string => (kind === 'ws' ? url.replace(/^http/, 'ws') : url)
