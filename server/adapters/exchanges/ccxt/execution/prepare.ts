import type { Exchange } from 'ccxt'
import { err, ok, type Result } from '../../../../core/result.ts'
import type { KeyPermissions } from '../../../../domain/account/account.ts'
import { judgeKey, type KeyFinding } from '../../../../domain/account/key-permissions.ts'
import type { Called, Client } from '../client.ts'
import type { Listing, Listings } from '../listing.ts'
import type { AccountDialect } from './order-dialect.ts'
import { readPermissions } from './permissions.ts'

/**
 * Prepares the account for trading: sets one-way mode, cross margin and the leverage where that is safe, and checks
 * that the API key can trade but not withdraw or transfer. May be called repeatedly; returns the obstacles or notes.
 */
export const prepareAccount = async (
  client: Client,
  listings: Listings,
  { leverage, keyExpiryDays, live = false }: PrepareOptions,
): Promise<Result<{ notes: string[] }, Obstacle[]>> => {
  const preparation: Preparation = {
    client,
    live,
    keyExpiryDays,
    account: client.dialect.orders.account,
    listings: [...listings.values()],
    problems: [],
    notes: [],
  }
  await checkKey(preparation)
  if (preparation.problems.length === 0) await checkModes(preparation)
  if (preparation.problems.length === 0) await setTerms(preparation, leverage)
  const { problems, notes } = preparation
  return problems.length > 0 ? err(problems) : ok({ notes })
}

export interface PrepareOptions {
  readonly leverage: number
  /** Minimum remaining lifetime of the key. */
  readonly keyExpiryDays: number
  readonly live?: boolean
}

/** Condition that prevents trading on the account, with its remedy. */
export interface Obstacle {
  readonly words: string
  /** True when a retry may succeed without anyone intervening. */
  readonly passes: boolean
}

interface Preparation {
  readonly client: Client
  /** True with real money, where unknown permissions of the key block trading. */
  readonly live: boolean
  readonly keyExpiryDays: number
  readonly account: AccountDialect
  readonly listings: readonly Listing[]
  readonly problems: Obstacle[]
  readonly notes: string[]
}

const checkKey = async (preparation: Preparation): Promise<void> => {
  const { client, live, problems, notes } = preparation
  const { name, errors } = client.dialect
  const called = await readPermissions(client)
  if (called.kind === 'refused' && errors.keyRefused.has(called.fault.code)) {
    const words = `${name} rejects the key (${describeFailure(called)}): check the key, its permissions and its addresses.`
    problems.push({ words, passes: false })
  } else if (called.kind === 'answered') checkPermissions(preparation, called.value)
  else {
    const words = `The permissions of the key could not be read at ${name} (${describeFailure(called)}): try again.`
    if (live) problems.push({ words, passes: mayPass(client, called) })
    else notes.push(words)
  }
}

const checkPermissions = (preparation: Preparation, permissions: KeyPermissions): void => {
  const { client, live, keyExpiryDays: expiryDays, problems, notes } = preparation
  for (const finding of judgeKey(permissions, { nowMs: client.venueNow(), expiryDays })) {
    const { result, blocksTrading } = finding
    const words = describeFinding(finding, { name: client.dialect.name, live })
    if (blocksTrading && (result === 'BROKEN' || live)) problems.push({ words, passes: false })
    else if (blocksTrading || result === 'BROKEN') notes.push(words)
  }
}

/** Returns what is wrong or unknown about a key with the remedy, in the words for the requirement. */
const describeFinding = ({ requirement, result, blocksTrading }: KeyFinding, { name, live }: KeyContext): string => {
  if (result === 'NOT_REPORTED') {
    const right = requirement === 'TRADE' ? 'trade' : 'withdraw'
    const remedy = live
      ? 'it is not used for live trading. Create another key.'
      : 'check its permissions at the exchange.'
    return `${name} does not report, or not in a known form, whether the key may ${right}: ${remedy}`
  }
  switch (requirement) {
    case 'TRADE':
      return `The key cannot trade futures: add the permission at ${name}.`
    case 'NO_WITHDRAWALS':
      return `The key has withdrawal permission: remove it at ${name}.`
    case 'NO_TRANSFERS':
      return `The key has transfer permission: remove it at ${name}.`
    case 'ADDRESS':
      return `The key is not restricted to an IP address: restrict it to the address of this machine at ${name}.`
    case 'EXPIRY':
      return `The key ${blocksTrading ? 'has expired' : 'expires soon'}: create another one at ${name}.`
  }
}

interface KeyContext {
  readonly name: string
  readonly live: boolean
}

const checkModes = async ({ client, account, listings, problems }: Preparation): Promise<void> => {
  const { name } = client.dialect
  const hedged = await client.call((rest) => account.isHedged(rest, listings), { urgency: 'SAFETY' })
  if (hedged.kind !== 'answered' || hedged.value === undefined) {
    const words = `The position mode could not be read at ${name} (${describeFailure(hedged)}): try again.`
    problems.push({ words, passes: mayPass(client, hedged) })
  } else if (hedged.value) {
    const set = await settle(client, (rest) => account.setOneWay(rest, listings))
    if (set) {
      const words =
        `The account is in hedge mode and could not be set to one-way (${set.reason}): close its positions, cancel its ` +
        `orders, and set one-way mode at ${name}.`
      problems.push({ words, passes: set.passes })
    }
  }
  const multi = await client.call((rest) => account.isMultiAsset(rest), { urgency: 'SAFETY' })
  if (multi.kind !== 'answered' || multi.value === undefined) {
    const words = `The asset mode could not be read at ${name} (${describeFailure(multi)}): try again.`
    problems.push({ words, passes: mayPass(client, multi) })
  } else if (multi.value) {
    const words = `The account is in multi-assets mode: set single-asset mode at ${name}.`
    problems.push({ words, passes: false })
  }
}

const setTerms = async ({ client, account, listings, problems }: Preparation, leverage: number): Promise<void> => {
  const { name } = client.dialect
  for (const listing of listings) {
    const { symbol, maxLeverage } = listing.instrument
    const cross = await settle(client, (rest) => account.setCrossMargin(rest, listing, leverage))
    if (cross) {
      const words = `${symbol} could not be set to cross margin (${cross.reason}): set it at ${name}.`
      problems.push({ words, passes: cross.passes })
    }
    const times = Math.min(leverage, maxLeverage ?? leverage)
    const set = await settle(client, (rest) => account.setLeverage(rest, listing, times))
    if (set) {
      const words = `The leverage of ${symbol} could not be set to ${times} (${set.reason}): set it at ${name}.`
      problems.push({ words, passes: set.passes })
    }
  }
}

/** Applies a setting and returns the obstacle; undefined when it is in effect, as it may have been before. */
const settle = async (
  client: Client,
  work: (rest: Exchange) => Promise<unknown>,
): Promise<{ readonly reason: string; readonly passes: boolean } | undefined> => {
  const called = await client.call(work, { urgency: 'SAFETY' })
  if (called.kind === 'answered') return undefined
  if (called.kind === 'refused' && client.dialect.errors.unchanged.has(called.fault.code)) return undefined
  return { reason: describeFailure(called), passes: mayPass(client, called) }
}

/** Returns whether a retry may succeed: no response, too many requests, or a response that came too late. */
const mayPass = ({ dialect }: Client, called: Called<unknown>): boolean => {
  if (called.kind === 'answered') return false
  if (called.kind !== 'refused') return true
  const category = dialect.errors.refusals.get(called.fault.code)
  return category === 'RATE_LIMIT' || category === 'EXPIRED_REQUEST'
}

const describeFailure = (called: Called<unknown>): string => {
  if (called.kind === 'refused') return `${called.fault.code} ${called.fault.message}`
  return called.kind === 'answered' ? 'it is not reported' : called.reason
}
