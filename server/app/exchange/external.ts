/**
 * External exchanges: opens one with its market data and a paper, testnet or live account, and reads its request limits.
 */

import {
  type Budget,
  createBudget,
  type LimitNote,
  type Now,
  readMeters,
} from '../../adapters/exchanges/ccxt/budget.ts'
import { type Called, type Client, createClient } from '../../adapters/exchanges/ccxt/client.ts'
import { getDialect } from '../../adapters/exchanges/ccxt/exchanges/index.ts'
import {
  attachesStops,
  openExchangeVenue,
  prepareAccount,
  readPermissions,
} from '../../adapters/exchanges/ccxt/execution/index.ts'
import type { Listings } from '../../adapters/exchanges/ccxt/listing.ts'
import { createTroubles } from '../../adapters/exchanges/ccxt/troubles.ts'
import type { ExchangeKeys } from '../../adapters/keys/exchange-keys.ts'
import type { KeyFault } from '../../adapters/keys/key-fault.ts'
import { openKeyring } from '../../adapters/keys/keyring.ts'
import type { ExchangeConfig } from '../../config/market.ts'
import { decimal } from '../../core/decimal.ts'
import { StartError } from '../../core/errors.ts'
import { HOUR_MS } from '../../core/instant.ts'
import type { Result } from '../../core/result.ts'
import type { KeyPermissions } from '../../domain/account/account.ts'
import type { Clock } from '../../engine/model/ports.ts'
import { type ExchangeConnection, openConnection, pause, waitAlive } from './connection.ts'
import { type Allowance, type Exchange, type ExchangeParts, withLocalRefusals } from './exchange.ts'
import type { LateConnection } from './late-connection.ts'
import { paperVenue } from './paper.ts'
import { DONE } from './reach.ts'
import type { Tried } from './retry.ts'

/** Opens an external exchange: its market, with a paper account, its testnet, or a live account. */
export const openExternalExchange = async (market: ExchangeConfig, parts: ExchangeParts): Promise<Exchange> => {
  const { clock, monotonic, constitution, note, watchesOnly = false } = parts
  const { execution, url } = market
  const dialect = getDialect(market.id)
  const troubles = createTroubles(clock, note.trouble)
  const hasAccount = execution !== 'paper' && !watchesOnly
  const keys = hasAccount ? await keysFor(market, parts) : undefined
  const budget = createBudget()
  const client = await createClient({
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
  const closing = new AbortController()
  const close = (): Promise<void> => {
    closing.abort()
    return client.close()
  }
  const prepareAccount = (listings: Listings) => prepare(client, listings, { ...parts, live: execution === 'live' })
  try {
    const connection = await openConnection({
      ...{ ...parts, client, market, signal: closing.signal },
      ...(hasAccount && { prepareAccount }),
    })
    const { brackets, source, late } = connection
    const common = {
      name: dialect.name,
      notice: null,
      execution,
      brackets,
      requestLifeMs: dialect.requestLifeMs,
      attachesStops: execution !== 'paper' && attachesStops(market.id),
      isConnected: () => !late.isAwaited(),
      troubles: () => [...troubles.present.values()],
      allowance: () => toAllowance(budget, { clock, now: { monotonicMs: monotonic(), exchangeMs: client.venueNow() } }),
      keyPermissions: () => readRights(client, late),
      prepare: connection.prepare,
      close,
    }
    if (execution === 'paper' && !watchesOnly) {
      const paper = paperVenue(source, brackets, parts)
      return { ...common, ...paper, allowance: () => withLocalRefusals(common.allowance(), paper.allowance()) }
    }
    return { ...common, source, openVenue: () => createVenue(client, connection, parts) }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns the permissions of the key as in `Exchange`. */
const readRights = async (client: Client, late: LateConnection): Promise<KeyPermissions | null | undefined> => {
  if (!client.hasKeys) return null
  return late.isAwaited() ? undefined : rightsIn(await readPermissions(client))
}

const rightsIn = (called: Called<KeyPermissions>): KeyPermissions | undefined =>
  called.kind === 'answered' ? called.value : undefined

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
  return DONE
}

const createVenue = (
  client: Client,
  { listings, late }: ExchangeConnection,
  parts: ExchangeParts,
): ReturnType<Exchange['openVenue']> => {
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
    connection: late,
  })
  return { venue, close: () => venue.close() }
}

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
