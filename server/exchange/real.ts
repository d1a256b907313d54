import { setTimeout } from 'node:timers/promises'
import { openClient } from '../adapters/exchanges/ccxt/client.ts'
import { dialectOf } from '../adapters/exchanges/ccxt/dialects/index.ts'
import { openExchangeVenue, prepareAccount, readTime } from '../adapters/exchanges/ccxt/execution/index.ts'
import { harmlessWords } from '../adapters/exchanges/ccxt/harmless-words.ts'
import type { Listings } from '../adapters/exchanges/ccxt/listing.ts'
import { createExchangeSource, loadBrackets, loadListings } from '../adapters/exchanges/ccxt/market/index.ts'
import { createTroubles } from '../adapters/exchanges/ccxt/troubles.ts'
import type { ExchangeConfig } from '../market-config.ts'
import { StartError } from '../start-error.ts'
import type { Exchange, ExchangeParts } from './exchange.ts'
import { keysFor } from './keys-for.ts'
import { paperVenue } from './paper.ts'

type Client = Awaited<ReturnType<typeof openClient>>

/** An exchange of others: its market, and an account on paper, in its place of practice, or there. */
export const openRealExchange = async (market: ExchangeConfig, parts: ExchangeParts): Promise<Exchange> => {
  const { clock, monotonic, random, constitution, note } = parts
  const { execution, url } = market
  const dialect = dialectOf(market.id)
  const troubles = createTroubles(clock, note.trouble)
  const keys = execution === 'paper' ? undefined : await keysFor(market, parts)
  const client = await openClient({
    dialect,
    url,
    practice: execution === 'practice' && url === undefined,
    keys,
    recvWindowMs: constitution.execution.recvWindowMs,
    clock,
    monotonic,
    delay: (ms) => setTimeout(ms),
    troubles,
  }).catch((error: Error) => refuseUnreachable(dialect.name, url, error))
  try {
    await readTime({ client, clock, monotonic })
    const listings = listingsOf(client, market)
    const { brackets, missing } = await loadBrackets(client, listings)
    if (missing.length > 0)
      note.remark(`${dialect.name} does not tell the margin brackets of ${missing.join(', ')}: prudent ones are used.`)
    const source = createExchangeSource({ client, listings, place: url, random, monotonic, delay: pause })
    const common = {
      name: dialect.name,
      execution,
      brackets,
      requestLifeMs: dialect.requestLifeMs,
      troubles: () => [...troubles.present.values()],
      close: () => client.close(),
    }
    if (execution === 'paper') return { ...common, prepare: async () => {}, ...paperVenue(source, brackets, parts) }
    return {
      ...common,
      source,
      prepare: () => prepare(client, listings, { ...parts, live: execution === 'live' }),
      openVenue: () => venueOf(client, listings, parts),
    }
  } catch (error) {
    await client.close()
    throw error
  }
}

const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await setTimeout(ms, undefined, { ref: false, ...(signal && { signal }) })
}

const listingsOf = (client: Client, { symbols }: ExchangeConfig): Listings => {
  const listings = loadListings(client, symbols)
  if (listings.ok) return listings.value
  const { symbols: unknown, examples } = listings.error
  throw new StartError(
    `${client.dialect.name} does not trade ${unknown.join(', ')} as a USDT perpetual. ` +
      `Name others with --symbols, such as ${examples.join(', ')}.`,
  )
}

const prepare = async (
  client: Client,
  listings: Listings,
  { constitution, note, live }: ExchangeParts & { readonly live: boolean },
): Promise<void> => {
  const { leverage } = constitution.execution
  const prepared = await prepareAccount(client, listings, { leverage, live })
  if (!prepared.ok) {
    throw new StartError(
      `The account at ${client.dialect.name} cannot be traded with:\n  ${prepared.error.join('\n  ')}`,
    )
  }
  for (const words of prepared.value.notes) note.remark(words)
}

const venueOf = (client: Client, listings: Listings, parts: ExchangeParts): ReturnType<Exchange['openVenue']> => {
  const { clock, monotonic, random, constitution, note } = parts
  const { leverage } = constitution.execution
  const venue = openExchangeVenue({
    client,
    listings,
    leverage,
    clock,
    monotonic,
    random,
    delay: pause,
    note: note.remark,
  })
  return { venue, close: () => venue.close() }
}

const refuseUnreachable = (name: string, url: string | undefined, error: Error): never => {
  const place = url === undefined ? name : `${name} at ${url}`
  throw new StartError(
    `${place} cannot be reached (${harmlessWords(error)}). Check the network and the address, or see 'plimsoll doctor'.`,
  )
}
