import { setTimeout } from 'node:timers/promises'
import { createBudget } from '../../adapters/exchanges/ccxt/budget.ts'
import { type Called, openClient } from '../../adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../adapters/exchanges/ccxt/dialects/index.ts'
import {
  attachesStops,
  openExchangeVenue,
  prepareAccount,
  readPermissions,
  readTime,
} from '../../adapters/exchanges/ccxt/execution/index.ts'
import { harmlessWords } from '../../adapters/exchanges/ccxt/harmless-words.ts'
import type { Listings } from '../../adapters/exchanges/ccxt/listing.ts'
import { createBrackets, createExchangeSource, loadListings } from '../../adapters/exchanges/ccxt/market/index.ts'
import { createTroubles } from '../../adapters/exchanges/ccxt/troubles.ts'
import type { ExchangeConfig } from '../../config/market.ts'
import { decimal } from '../../core/decimal.ts'
import { StartError } from '../../core/start-error.ts'
import type { KeyPermissions } from '../../domain/account/key-permissions.ts'
import { toAllowance } from './allowance.ts'
import type { Exchange, ExchangeParts } from './exchange.ts'
import { keysFor } from './keys-for.ts'
import { loadBrackets } from './load-brackets.ts'
import { withLocalRefusals } from './local-throttle.ts'
import { paperVenue } from './paper.ts'
import { patiently, type Tried } from './patiently.ts'

type Client = Awaited<ReturnType<typeof openClient>>

/** Opens an external exchange: its market, with a paper account, its testnet, or a live account. */
export const openRealExchange = async (market: ExchangeConfig, parts: ExchangeParts): Promise<Exchange> => {
  const { clock, monotonic, random, constitution, note } = parts
  const { execution, url } = market
  const dialect = getDialect(market.id)
  const troubles = createTroubles(clock, note.trouble)
  const keys = execution === 'paper' ? undefined : await keysFor(market, parts)
  const patience = { monotonic, delay: waitAlive, remark: note.remark }
  const budget = createBudget()
  const open = () =>
    openClient({
      dialect,
      url,
      practice: execution === 'practice' && url === undefined,
      keys,
      recvWindowMs: constitution.execution.recvWindowMs,
      clock,
      monotonic,
      delay: waitAlive,
      troubles,
      budget,
    })
  const client = await patiently(patience, reaching(open, dialect.name, url))
  const closing = new AbortController()
  const close = (): Promise<void> => {
    closing.abort()
    return client.close()
  }
  try {
    await patiently(patience, () => compareClocks(client, parts))
    const listings = requireListings(client, market)
    const bracketSource = createBrackets(client, listings)
    const { brackets } = bracketSource
    await loadBrackets(bracketSource, { name: dialect.name, remark: note.remark, delay: pause, signal: closing.signal })
    const source = createExchangeSource({ client, listings, place: url, random, monotonic, delay: pause })
    const common = {
      name: dialect.name,
      notice: null,
      execution,
      brackets,
      requestLifeMs: dialect.requestLifeMs,
      attachesStops: execution !== 'paper' && attachesStops(market.id),
      troubles: () => [...troubles.present.values()],
      allowance: () => toAllowance(budget, { clock, now: { monotonicMs: monotonic(), exchangeMs: client.venueNow() } }),
      keyPermissions: async () => (client.hasKeys ? rightsIn(await readPermissions(client)) : null),
      close,
    }
    if (execution === 'paper') {
      const paper = paperVenue(source, brackets, parts)
      const allowance = () => withLocalRefusals(common.allowance(), paper.allowance())
      return { ...common, prepare: async () => {}, ...paper, allowance }
    }
    return {
      ...common,
      source,
      prepare: () => patiently(patience, () => prepare(client, listings, { ...parts, live: execution === 'live' })),
      openVenue: () => createVenue(client, listings, parts),
    }
  } catch (error) {
    await close()
    throw error
  }
}

const rightsIn = (called: Called<KeyPermissions>): KeyPermissions | undefined =>
  called.kind === 'answered' ? called.value : undefined

const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await setTimeout(ms, undefined, { ref: false, ...(signal && { signal }) })
}

const requireListings = (client: Client, { symbols }: ExchangeConfig): Listings => {
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
): Promise<Tried<void>> => {
  const { leverage } = constitution.execution
  const prepared = await prepareAccount(client, listings, { leverage, live })
  if (!prepared.ok) {
    const problems = prepared.error.map(({ words }) => words).join('\n  ')
    const words = `The account at ${client.dialect.name} cannot be traded with:\n  ${problems}`
    return { kind: prepared.error.every(({ passes }) => passes) ? 'later' : 'hopeless', words }
  }
  for (const words of prepared.value.notes) note.remark(words)
  return { kind: 'done', value: undefined }
}

const createVenue = (client: Client, listings: Listings, parts: ExchangeParts): ReturnType<Exchange['openVenue']> => {
  const { clock, monotonic, random, constitution, note } = parts
  const { leverage, takerFeeRate } = constitution.execution
  const venue = openExchangeVenue({
    client,
    listings,
    leverage,
    takerFeeRate: decimal(takerFeeRate),
    clock,
    monotonic,
    random,
    delay: pause,
    note: note.remark,
  })
  return { venue, close: () => venue.close() }
}

/**
 * Builds a connection attempt. When the host has configured a URL that never answered, waiting will not help; one that
 * answered before may be restarting, and for any other nothing is certain.
 */
const reaching = (open: () => Promise<Client>, name: string, url: string | undefined) => {
  let isInhabited = url === undefined
  return async (): Promise<Tried<Client>> => {
    try {
      return { kind: 'done', value: await open() }
    } catch (error) {
      const reason = harmlessWords(error)
      const place = url === undefined ? name : `${name} at ${url}`
      isInhabited ||= !reason.includes('ECONNREFUSED')
      return {
        kind: isInhabited ? 'later' : 'hopeless',
        words: `${place} cannot be reached (${reason}). Check the network and the address, or see 'plimsoll doctor'.`,
      }
    }
  }
}

/** Nothing is signed before the clocks were compared once. */
const compareClocks = async (client: Client, { clock, monotonic }: ExchangeParts): Promise<Tried<void>> => {
  if ((await readTime({ client, clock, monotonic })) !== null) return { kind: 'done', value: undefined }
  const { name } = client.dialect
  const words = `${name} does not return its time. Check the network and its status page, or see 'plimsoll doctor'.`
  return { kind: 'later', words }
}

/** Until the engine runs, nothing but such a timer keeps the process alive. */
const waitAlive = async (ms: number): Promise<void> => void (await setTimeout(ms))
