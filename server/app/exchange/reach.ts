/** Steps that reach an exchange at a start: its markets, its clock, and the listings of the configured symbols. */

import { type Client, loadMarkets } from '../../adapters/exchanges/ccxt/client.ts'
import { readTime } from '../../adapters/exchanges/ccxt/execution/index.ts'
import type { Listings } from '../../adapters/exchanges/ccxt/listing.ts'
import { loadListings } from '../../adapters/exchanges/ccxt/market/index.ts'
import { redactError } from '../../adapters/exchanges/ccxt/redact-error.ts'
import type { ExchangeConfig } from '../../config/market.ts'
import { StartError } from '../../core/errors.ts'
import type { ExchangeParts } from './exchange.ts'
import type { Tried } from './retry.ts'

export const DONE = { kind: 'done', value: undefined } as const satisfies Tried<void>

/**
 * Returns a connection attempt, which reads the listings of the configured symbols. A configured URL that has never
 * responded is not worth a retry; one that has responded before may be restarting. Throws a `StartError` for symbols
 * that the exchange does not trade.
 */
export const reaching = (
  client: Client,
  { url, symbols }: ExchangeConfig,
  clocks: Pick<ExchangeParts, 'clock' | 'monotonic'>,
): (() => Promise<Tried<Listings>>) => {
  let hasResponded = url === undefined
  return async () => {
    try {
      await loadMarkets(client)
      hasResponded = true
    } catch (error) {
      const reason = redactError(error)
      const place = url === undefined ? client.dialect.name : `${client.dialect.name} at ${url}`
      hasResponded ||= !reason.includes('ECONNREFUSED')
      return {
        kind: hasResponded ? 'later' : 'hopeless',
        words: `${place} cannot be reached (${reason}). Check the network and the address, or see 'plimsoll doctor'.`,
      }
    }
    const compared = await compareClocks(client, clocks)
    return compared.kind === 'done' ? { kind: 'done', value: requireListings(client, symbols) } : compared
  }
}

/** Compares the clocks; this must succeed once before requests are signed. */
export const compareClocks = async (
  client: Client,
  { clock, monotonic }: Pick<ExchangeParts, 'clock' | 'monotonic'>,
): Promise<Exclude<Tried<void>, { kind: 'hopeless' }>> => {
  if ((await readTime({ client, clock, monotonic })) !== null) return DONE
  const { name } = client.dialect
  const words = `${name} does not return its time. Check the network and its status page, or see 'plimsoll doctor'.`
  return { kind: 'later', words }
}

const requireListings = (client: Client, symbols: readonly string[]): Listings => {
  const listings = loadListings(client, symbols)
  if (listings.ok) return listings.value
  const { symbols: unknown, examples } = listings.error
  throw new StartError(
    `${client.dialect.name} does not trade ${unknown.join(', ')} as a USDT perpetual. ` +
      `Choose others with --symbols, such as ${examples.join(', ')}.`,
  )
}
