import type { Exchange } from 'ccxt'
import { err, ok, type Result } from '../../../../core/result.ts'
import type { Called, Client } from '../client.ts'
import type { Listing, Listings } from '../listing.ts'
import { orderDialectOf } from './dialects/index.ts'
import type { AccountDialect, KeyPermissions } from './order-dialect.ts'
import { readPermissions } from './permissions.ts'

interface Preparation {
  readonly client: Client
  /** Real money is at stake: what is not known of the key is then in the way. */
  readonly live: boolean
  readonly account: AccountDialect
  readonly listings: readonly Listing[]
  /** What stands in the way, each with its remedy. */
  readonly problems: string[]
  readonly notes: string[]
}

/**
 * Sees to it that the account is one we may and can trade: one-way, cross margin, our leverage, a key that can trade and
 * nothing more. Changes what can be changed without harm, and may be called as often as one likes.
 */
export const prepareAccount = async (
  client: Client,
  listings: Listings,
  { leverage, live = false }: { readonly leverage: number; readonly live?: boolean },
): Promise<Result<{ notes: string[] }, string[]>> => {
  const preparation: Preparation = {
    client,
    live,
    account: orderDialectOf(client.dialect.id).account,
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

const checkKey = async ({ client, live, problems, notes }: Preparation): Promise<void> => {
  const { name } = client.dialect
  const called = await readPermissions(client)
  if (called.kind === 'refused') {
    const { code, message } = called.fault
    problems.push(`${name} refuses the key (${code} ${message}): check the key, its permissions and its addresses.`)
  } else if (called.kind === 'answered') problems.push(...faultsOf(called.value, name))
  else (live ? problems : notes).push(`What the key may do could not be read at ${name} (${called.reason}): try again.`)
  if (called.kind !== 'answered') return
  if (called.value.withdraw === null) {
    const words = `${name} does not say whether the key may withdraw`
    if (live) problems.push(`${words}: it is not traded with live.`)
    else notes.push(`${words}: see to it that it may not.`)
  }
  if (called.value.boundToAddresses === false) {
    notes.push(`The key is not bound to an address: bind it to that of this machine at ${name}.`)
  }
}

const faultsOf = ({ trade, withdraw, transfer }: KeyPermissions, name: string): string[] => [
  ...(trade === false ? [`The key may not trade futures: allow it at ${name}.`] : []),
  ...(withdraw ? [`The key may withdraw: take that permission away at ${name}.`] : []),
  ...(transfer ? [`The key may transfer: take that permission away at ${name}.`] : []),
]

const checkModes = async ({ client, account, listings, problems }: Preparation): Promise<void> => {
  const { name } = client.dialect
  const hedged = await client.call((rest) => account.isHedged(rest, listings), { urgency: 'PROTECT' })
  if (hedged.kind !== 'answered' || hedged.value === undefined) {
    problems.push(`The position mode could not be read at ${name} (${reasonOf(hedged)}): try again.`)
  } else if (hedged.value) {
    const set = await settle(client, (rest) => account.setOneWay(rest, listings))
    if (set !== undefined) {
      problems.push(
        `The account is in hedge mode and could not be set to one-way (${set}): close its positions, cancel its orders, ` +
          `and set one-way mode at ${name}.`,
      )
    }
  }
  const multi = await client.call((rest) => account.isMultiAsset(rest), { urgency: 'PROTECT' })
  if (multi.kind !== 'answered' || multi.value === undefined) {
    problems.push(`The asset mode could not be read at ${name} (${reasonOf(multi)}): try again.`)
  } else if (multi.value) problems.push(`The account is in multi-assets mode: set single-asset mode at ${name}.`)
}

const setTerms = async ({ client, account, listings, problems }: Preparation, leverage: number): Promise<void> => {
  const { name } = client.dialect
  for (const listing of listings) {
    const { symbol, maxLeverage } = listing.instrument
    const cross = await settle(client, (rest) => account.setCrossMargin(rest, listing, leverage))
    if (cross !== undefined) {
      problems.push(`${symbol} could not be set to cross margin (${cross}): set it at ${name}.`)
    }
    const times = Math.min(leverage, maxLeverage ?? leverage)
    const set = await settle(client, (rest) => account.setLeverage(rest, listing, times))
    if (set !== undefined) {
      problems.push(`The leverage of ${symbol} could not be set to ${times} (${set}): set it at ${name}.`)
    }
  }
}

/** What is in the way of a setting; undefined when it holds, as it may have done before. */
const settle = async (client: Client, work: (rest: Exchange) => Promise<unknown>): Promise<string | undefined> => {
  const called = await client.call(work, { urgency: 'PROTECT' })
  if (called.kind === 'answered') return undefined
  if (called.kind === 'refused' && client.dialect.errors.unchanged.has(called.fault.code)) return undefined
  return reasonOf(called)
}

const reasonOf = (called: Called<unknown>): string => {
  if (called.kind === 'refused') return `${called.fault.code} ${called.fault.message}`
  return called.kind === 'answered' ? 'it does not say' : called.reason
}
