/**
 * External exchanges: opens one with its market data and a paper, testnet or live account, retries until it is
 * reachable, and loads its margin brackets and request limits.
 */

import { setTimeout } from 'node:timers/promises'
import {
  type Budget,
  createBudget,
  type LimitNote,
  type Now,
  readMeters,
} from '../../adapters/exchanges/ccxt/budget.ts'
import { type Called, openClient } from '../../adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../adapters/exchanges/ccxt/exchanges/index.ts'
import {
  attachesStops,
  openExchangeVenue,
  prepareAccount,
  readPermissions,
  readTime,
} from '../../adapters/exchanges/ccxt/execution/index.ts'
import type { Listings } from '../../adapters/exchanges/ccxt/listing.ts'
import {
  createBrackets,
  createExchangeSource,
  type ExchangeBrackets,
  loadListings,
} from '../../adapters/exchanges/ccxt/market/index.ts'
import { redactError } from '../../adapters/exchanges/ccxt/redact-error.ts'
import { createTroubles } from '../../adapters/exchanges/ccxt/troubles.ts'
import type { ExchangeKeys } from '../../adapters/keys/exchange-keys.ts'
import type { KeyFault } from '../../adapters/keys/key-fault.ts'
import { openKeyring } from '../../adapters/keys/keyring.ts'
import type { ExchangeConfig } from '../../config/market.ts'
import { decimal } from '../../core/decimal.ts'
import { StartError } from '../../core/errors.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import type { Result } from '../../core/result.ts'
import type { KeyPermissions } from '../../domain/account/account.ts'
import type { Clock } from '../../engine/model/ports.ts'
import { type Allowance, type Exchange, type ExchangeParts, withLocalRefusals } from './exchange.ts'
import { paperVenue } from './paper.ts'

/** Opens an external exchange: its market, with a paper account, its testnet, or a live account. */
export const openExternalExchange = async (market: ExchangeConfig, parts: ExchangeParts): Promise<Exchange> => {
  const { clock, monotonic, random, constitution, note, watchesOnly = false } = parts
  const { execution, url } = market
  const dialect = getDialect(market.id)
  const troubles = createTroubles(clock, note.trouble)
  const keys = execution === 'paper' || watchesOnly ? undefined : await keysFor(market, parts)
  const retryParts = { monotonic, delay: waitAlive, remark: note.remark }
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
      preparedStreams: keys ? 2 : 1,
    })
  const client = await retryUntilReachable(retryParts, reaching(open, dialect.name, url))
  const closing = new AbortController()
  const close = (): Promise<void> => {
    closing.abort()
    return client.close()
  }
  try {
    await retryUntilReachable(retryParts, () => compareClocks(client, parts))
    const comparedAtMs = monotonic()
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
    if (execution === 'paper' && !watchesOnly) {
      const paper = paperVenue(source, brackets, parts)
      const allowance = () => withLocalRefusals(common.allowance(), paper.allowance())
      return { ...common, prepare: async () => {}, ...paper, allowance }
    }
    return {
      ...common,
      source,
      async prepare() {
        if (monotonic() - comparedAtMs > COMPARED_FOR_MS)
          await retryUntilReachable(retryParts, () => compareClocks(client, parts))
        await retryUntilReachable(retryParts, () => prepare(client, listings, { ...parts, live: execution === 'live' }))
      },
      openVenue: () => createVenue(client, listings, parts),
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Client = Awaited<ReturnType<typeof openClient>>

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
      `Choose others with --symbols, such as ${examples.join(', ')}.`,
  )
}

const prepare = async (
  client: Client,
  listings: Listings,
  { constitution, note, live }: ExchangeParts & { readonly live: boolean },
): Promise<Tried<void>> => {
  const { leverage } = constitution.execution
  const { keyExpiryDays } = constitution.monitor
  const prepared = await prepareAccount(client, listings, { leverage, keyExpiryDays, live })
  if (!prepared.ok) {
    const problems = prepared.error.map(({ words }) => words).join('\n  ')
    const words = `The account at ${client.dialect.name} cannot be used for trading:\n  ${problems}`
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
 * Builds a connection attempt. A configured URL that has never responded is not retried; one that has responded before
 * may be restarting, and any other failure is retried.
 */
const reaching = (open: () => Promise<Client>, name: string, url: string | undefined) => {
  let hasResponded = url === undefined
  return async (): Promise<Tried<Client>> => {
    try {
      return { kind: 'done', value: await open() }
    } catch (error) {
      const reason = redactError(error)
      const place = url === undefined ? name : `${name} at ${url}`
      hasResponded ||= !reason.includes('ECONNREFUSED')
      return {
        kind: hasResponded ? 'later' : 'hopeless',
        words: `${place} cannot be reached (${reason}). Check the network and the address, or see 'plimsoll doctor'.`,
      }
    }
  }
}

/** Compares the clocks; this must succeed once before requests are signed. */
const compareClocks = async (client: Client, { clock, monotonic }: ExchangeParts): Promise<Tried<void>> => {
  if ((await readTime({ client, clock, monotonic })) !== null) return { kind: 'done', value: undefined }
  const { name } = client.dialect
  const words = `${name} does not return its time. Check the network and its status page, or see 'plimsoll doctor'.`
  return { kind: 'later', words }
}

/** Time for which a clock comparison is valid for signing. */
const COMPARED_FOR_MS = 10 * SECOND_MS

/** Waits with a timer that keeps the process alive, because nothing else does before the engine runs. */
const waitAlive = async (ms: number): Promise<void> => void (await setTimeout(ms))

interface Times {
  readonly clock: Clock
  readonly now: Now
}

/** Returns the current allowance of an exchange. Its `silentUntilMs` is on the platform clock. */
export const toAllowance = (budget: Budget, { clock, now }: Times): Allowance => {
  const { noted, silentUntilMs } = budget
  const leftMs = silentUntilMs - now.monotonicMs
  const within1h = (what: LimitNote): number => noted[what].since(HOUR_MS, now.monotonicMs)
  return {
    counts: readMeters(budget, now).map(({ most, perMs, ...meter }) => ({ limit: most, windowMs: perMs, ...meter })),
    rejected1h: { http429: within1h('http429'), http418: within1h('http418'), venueCode: within1h('venueCode') },
    delayedWithin: (latelyMs) => noted.delayed.since(latelyMs, now.monotonicMs),
    silentUntilMs: leftMs > 0 ? clock() + Math.ceil(leftMs) : null,
  }
}

/** Opens the keys of an exchange with the passphrase stored on the host or typed by a person. */
const keysFor = async (
  { id, passphrasePath }: ExchangeConfig,
  { config: { dataDir }, passphrase }: Pick<ExchangeParts, 'config' | 'passphrase'>,
): Promise<ExchangeKeys> => {
  const keyring = openKeyring(dataDir)
  const known = needed(keyring.list())
  if (!known.some(({ exchange }) => exchange === id)) {
    throw new StartError(`There are no keys of ${id} in ${dataDir}. Add them: plimsoll keys add --exchange ${id}.`)
  }
  return needed(await keyring.open(id, needed(await passphrase(passphrasePath))))
}

const needed = <T>(result: Result<T, KeyFault>): T => {
  if (result.ok) return result.value
  throw new StartError(`${result.error.message} ${result.error.remedy}`)
}

const AGAIN_MS = 5 * MINUTE_MS

interface LoadOptions {
  /** Display name of the exchange. */
  readonly name: string
  readonly remark: (words: string) => void
  /** Rejects when `signal` is aborted. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Requests the margin brackets once and reports symbols that have none, for which stricter ones are used. If the
 * exchange does not respond, the request is repeated until it does.
 */
export const loadBrackets = async (source: ExchangeBrackets, options: LoadOptions): Promise<void> => {
  const { name, remark } = options
  const answered = await source.fetchMissing()
  const missing = source.missing().join(', ')
  if (missing === '') return
  const then = answered ? '.' : ' until it does.'
  remark(`${name} returns no margin brackets for ${missing}: stricter ones are used${then}`)
  if (!answered) void retryUntilAnswered(source, options)
}

const retryUntilAnswered = async (
  source: ExchangeBrackets,
  { name, remark, delay, signal }: LoadOptions,
): Promise<void> => {
  for (let answered = false; !answered; ) {
    await delay(AGAIN_MS, signal).catch(() => {})
    if (signal.aborted) return
    const before = source.missing()
    answered = await source.fetchMissing()
    const now = source.missing()
    const learnt = before.filter((symbol) => !now.includes(symbol))
    if (learnt.length > 0) remark(`${name} now returns the margin brackets of ${learnt.join(', ')}: they are used.`)
  }
}

/** Result of a startup step: done, failed permanently, or worth a retry. */
export type Tried<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'hopeless'; readonly words: string }
  | { readonly kind: 'later'; readonly words: string }

interface RetryParts {
  /** Monotonic clock. */
  readonly monotonic: () => number
  /** Waits while keeping the process alive, because nothing else does during startup. */
  readonly delay: (ms: number) => Promise<void>
  /** Called before each wait with its reason. */
  readonly remark: (words: string) => void
}

/**
 * Time within which an exchange that is restarting or limiting requests usually recovers; after that, a person should
 * check.
 */
const PATIENCE_MS = 2 * MINUTE_MS
const PAUSE_MIN_MS = SECOND_MS
const PAUSE_MAX_MS = 15 * SECOND_MS

/** Repeats a step with growing pauses until it succeeds; a hopeless or overdue step throws a `StartError`. */
export const retryUntilReachable = async <T>(
  { monotonic, delay, remark }: RetryParts,
  step: () => Promise<Tried<T>>,
): Promise<T> => {
  const untilMs = monotonic() + PATIENCE_MS
  for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
    const tried = await step()
    if (tried.kind === 'done') return tried.value
    if (tried.kind === 'hopeless' || monotonic() + pauseMs > untilMs) throw new StartError(tried.words)
    remark(`${tried.words} Retrying in ${pauseMs / SECOND_MS} s.`)
    await delay(pauseMs)
  }
}
