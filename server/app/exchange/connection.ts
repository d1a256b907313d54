/**
 * Connection of a run to an external exchange: listings, margin brackets and market source of the exchange as it is now
 * or, while it cannot be reached, as stored.
 */

import { setTimeout } from 'node:timers/promises'
import type { Client } from '../../adapters/exchanges/ccxt/client.ts'
import type { Listings } from '../../adapters/exchanges/ccxt/listing.ts'
import { createBrackets, createExchangeSource } from '../../adapters/exchanges/ccxt/market/index.ts'
import type { ExchangeConfig } from '../../config/market.ts'
import { StartError } from '../../core/errors.ts'
import { HOUR_MS, type Instant, SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import type { BracketLookup } from '../../domain/margin/brackets.ts'
import type { MarketSource } from '../../engine/model/ports.ts'
import type { ExchangeParts } from './exchange.ts'
import { beginLater, createLateConnection, type LateConnection } from './late-connection.ts'
import { loadBrackets } from './load-brackets.ts'
import { compareClocks, DONE, reaching } from './reach.ts'
import { retryUntilReachable, type Tried } from './retry.ts'
import { createRunListings } from './run-listings.ts'
import { openListingsFile, type StoredListings } from './stored-listings.ts'

/** Connection to an external exchange. */
export interface ExchangeConnection {
  readonly listings: Listings
  readonly brackets: BracketLookup
  /** Market data; while it runs, a postponed connection is retried. */
  readonly source: MarketSource
  readonly late: LateConnection
  /** As in `Exchange`. */
  prepare(): Promise<void>
}

interface ConnectionParts extends Pick<ExchangeParts, 'config' | 'clock' | 'monotonic' | 'random' | 'note'> {
  readonly client: Client
  readonly market: ExchangeConfig
  /** Prepares the account at the exchange, if there is one. */
  readonly prepareAccount?: (listings: Listings) => Promise<Tried<void>>
  /** Aborts when the exchange is closed. */
  readonly signal: AbortSignal
}

/**
 * Connects to the exchange. If it cannot be reached at once and its listings are stored, the connection is postponed;
 * otherwise it is retried for two minutes.
 */
export const openConnection = async (parts: ConnectionParts): Promise<ExchangeConnection> => {
  const { client, market, prepareAccount, config, clock, monotonic, random, note, signal } = parts
  const { name } = client.dialect
  const { remark } = note
  const file = openListingsFile(config.dataDir, market, remark)
  const stored = file.read()
  const reach = reaching(client, market, parts)
  const opened = await openListings(stored, reach, parts)
  const comparedAtMs = monotonic()
  const { failure, readAtMs } = opened
  const listings = new Map(opened.listings)
  const bracketSource = createBrackets(client, listings, opened.brackets)
  const runListings = createRunListings({ file, listings, readAtMs, bracketSource, name, clock, remark })
  const bracketParts = { name, remark, delay: pause, signal, onRenewed: runListings.store }
  const loadOwnBrackets = once(() => loadBrackets(bracketSource, bracketParts))
  const hasAccount = prepareAccount !== undefined
  const prepareNow = async (): Promise<Tried<void>> => (hasAccount ? prepareAccount(listings) : DONE)
  const late = createLateConnection({
    async connect(signal) {
      const reached = await reach()
      if (reached.kind !== 'done') return { kind: 'later', words: reached.words }
      await runListings.adopt(reached.value)
      signal.throwIfAborted()
      const prepared = await prepareNow()
      if (prepared.kind === 'done') await loadOwnBrackets()
      return prepared
    },
    report: (reason) =>
      client.troubles.raise(
        'UNREACHABLE',
        `${reason} ${describeSubstitute(runListings.readAtMs(), hasAccount, clock())}`,
      ),
    monotonic,
    delay: pause,
  })
  if (failure === undefined) await loadOwnBrackets()
  else late.postpone(failure)
  const sourceParts = {
    client,
    listings,
    place: market.url,
    random,
    monotonic,
    delay: pause,
    onListings: runListings.renew,
  }
  const source = beginLater(createExchangeSource(sourceParts), async (signal) => {
    await late.establish(signal)
    if (!signal.aborted) void runListings.store()
  })
  const compareAndPrepare = async (): Promise<Tried<void>> => {
    const isCompared = monotonic() - comparedAtMs <= COMPARED_FOR_MS
    const compared = isCompared ? DONE : await compareClocks(client, parts)
    return compared.kind === 'done' ? prepareNow() : compared
  }
  const prepare = hasAccount ? preparing(compareAndPrepare, { late, stored, ...parts }) : async () => {}
  return { listings, brackets: bracketSource.brackets, source, late, prepare }
}

interface OpenedListings extends StoredListings {
  /** Why the exchange could not be reached; the listings are then the stored ones. */
  readonly failure?: string
}

type RetryParts = Pick<ConnectionParts, 'clock' | 'monotonic' | 'note'>

/** Returns the listings of the exchange or, if it cannot be reached at once, the stored ones, if any. */
const openListings = async (
  stored: StoredListings | undefined,
  reach: () => Promise<Tried<Listings>>,
  { clock, monotonic, note: { remark } }: RetryParts,
): Promise<OpenedListings> => {
  const current = (listings: Listings): OpenedListings => ({ listings, readAtMs: clock(), brackets: new Map() })
  if (!stored) return current(await retryUntilReachable({ monotonic, delay: waitAlive, remark }, reach))
  const reached = await reach()
  return reached.kind === 'done' ? current(reached.value) : { ...stored, failure: reached.words }
}

interface PreparingParts extends RetryParts {
  readonly late: LateConnection
  readonly stored: StoredListings | undefined
}

/**
 * Returns the preparation of the account: at the first start it is retried for two minutes, later it is tried once and
 * then postponed.
 */
const preparing =
  (step: () => Promise<Tried<void>>, { late, stored, monotonic, note: { remark } }: PreparingParts) =>
  async (): Promise<void> => {
    if (late.isAwaited()) return
    if (!stored) return retryUntilReachable({ monotonic, delay: waitAlive, remark }, step)
    const prepared = await step()
    if (prepared.kind === 'hopeless') throw new StartError(prepared.words)
    if (prepared.kind === 'later') late.postpone(prepared.words)
  }

/** Describes what a server that has not reached its exchange uses instead, and how old it is. */
const describeSubstitute = (readAtMs: Instant, hasAccount: boolean, nowMs: Instant): string => {
  const missing = hasAccount
    ? 'no order is sent, and balance and positions are those of the journal, not confirmed by the exchange'
    : 'there is no market data'
  const hours = (Math.max(0, nowMs - readAtMs) / HOUR_MS).toFixed(1)
  return (
    `Until it is reached, ${missing}. ` +
    `Instruments and margin brackets were read at ${toRfc3339(readAtMs)}, ${hours} h ago.`
  )
}

/** Time for which a clock comparison is valid for signing. */
const COMPARED_FOR_MS = 10 * SECOND_MS

const once = <T>(start: () => Promise<T>): (() => Promise<T>) => {
  let started: Promise<T> | undefined
  return () => {
    started ??= start()
    return started
  }
}

export const pause = async (ms: number, signal?: AbortSignal): Promise<void> => {
  await setTimeout(ms, undefined, { ref: false, ...(signal && { signal }) })
}

/** Waits with a timer that keeps the process alive, because nothing else does before the engine runs. */
export const waitAlive = async (ms: number): Promise<void> => void (await setTimeout(ms))
