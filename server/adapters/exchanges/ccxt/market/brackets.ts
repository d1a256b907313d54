/**
 * Maintenance margin brackets of an exchange's instruments, queried through CCXT, with substitutes for missing ones.
 */

import { compareDecimals, type Decimal, decimal } from '../../../../core/decimal.ts'
import { toMoney } from '../../../../domain/account/money.ts'
import {
  type Bracket,
  type BracketLookup,
  bracketsFrom,
  STAND_IN_BRACKETS,
} from '../../../../domain/margin/brackets.ts'
import type { Client } from '../client.ts'
import { exactText } from '../fields.ts'
import type { Listing, Listings } from '../listing.ts'

/**
 * Creates empty brackets that are fetched on request if the exchange reports them, without keys if it requires none.
 * Until then, the stored ones apply.
 */
export const createBrackets = (
  client: Client,
  listings: Listings,
  stored: ReadonlyMap<string, readonly Bracket[]> = new Map(),
): ExchangeBrackets => {
  const known = new Map<string, readonly Bracket[]>()
  let hasFetched = false
  const unknown = (): Listing[] => [...listings.values()].filter(({ instrument }) => !known.has(instrument.symbol))
  const { standInBrackets: standIn = () => STAND_IN_BRACKETS } = client.dialect.feed
  return {
    brackets: (symbol) => known.get(symbol) ?? (hasFetched ? undefined : stored.get(symbol)) ?? standIn(symbol),
    missing: () => unknown().map(({ instrument }) => instrument.symbol),
    async fetchMissing() {
      const wanted = unknown()
      const { tiers, answered } = await fetchTiers(client, wanted)
      hasFetched = true
      for (const { instrument, unified } of wanted) {
        const brackets = readBrackets(tiers.get(unified))
        if (brackets) known.set(instrument.symbol, brackets)
      }
      return answered
    },
  }
}

/**
 * Maintenance margin brackets, as far as the exchange has reported them. Missing ones are replaced by the published
 * brackets of the symbol, if known, otherwise by stricter ones.
 */
export interface ExchangeBrackets {
  readonly brackets: BracketLookup
  /** Returns the symbols without known brackets. */
  missing(): string[]
  /** Requests the missing brackets; false when the exchange has not responded, so that a retry may help. */
  fetchMissing(): Promise<boolean>
}

interface Answer {
  /** Tiers by the library's symbol. */
  readonly tiers: ReadonlyMap<string, unknown>
  readonly answered: boolean
}

const NOT_OFFERED: Answer = { tiers: new Map(), answered: true }

const fetchTiers = async (client: Client, listings: readonly Listing[]): Promise<Answer> => {
  const { rest, dialect, hasKeys } = client
  const { tiers } = dialect.feed
  if (tiers === 'in contracts' || (tiers === 'with keys' && !hasKeys)) return NOT_OFFERED
  const symbols = listings.map(({ unified }) => unified)
  if (rest.has.fetchMarketLeverageTiers === true) return fetchOneByOne(client, symbols)
  const called = await client.call((library) => library.fetchLeverageTiers(symbols), { urgency: 'SAFETY' })
  return called.kind === 'answered'
    ? { tiers: new Map(Object.entries(called.value)), answered: true }
    : { tiers: new Map(), answered: false }
}

const fetchOneByOne = async (client: Client, symbols: readonly string[]): Promise<Answer> => {
  const tiers = new Map<string, unknown>()
  for (const symbol of symbols) {
    const called = await client.call((library) => library.fetchMarketLeverageTiers(symbol), { urgency: 'SAFETY' })
    if (called.kind === 'answered') tiers.set(symbol, called.value)
  }
  return { tiers, answered: tiers.size === symbols.length }
}

interface Row {
  readonly floor: string
  readonly rate: string
}

/** Reads the library's brackets; undefined unless they start at zero, ascend, and have rates below one. */
export const readBrackets = (tiers: unknown): readonly Bracket[] | undefined => {
  if (!Array.isArray(tiers)) return undefined
  const rows = tiers.map(readRow)
  if (rows.length === 0 || rows.includes(undefined)) return undefined
  const sorted = rows
    .filter((row) => row !== undefined)
    .toSorted((a, b) => compareDecimals(decimal(a.floor), decimal(b.floor)))
  const distinct = sorted.filter(({ rate }, index) => rate !== sorted[index - 1]?.rate)
  return isSound(distinct) ? bracketsFrom(distinct) : undefined
}

const readRow = (tier: unknown): Row | undefined => {
  const { minNotional, maintenanceMarginRate } = (tier ?? {}) as Record<string, unknown>
  const [floor, rate] = [exactText(minNotional), exactText(maintenanceMarginRate)]
  return floor === undefined || rate === undefined ? undefined : { floor, rate }
}

const ZERO = decimal('0')
const ONE = decimal('1')

const isSound = (rows: readonly Row[]): boolean =>
  rows.every((row, index) => {
    const before = rows[index - 1]
    const floor = toMoney(decimal(row.floor))
    const ascends = before ? floor > toMoney(decimal(before.floor)) : floor === 0n
    return ascends && isBetween(decimal(row.rate), before ? decimal(before.rate) : ZERO, ONE)
  })

const isBetween = (value: Decimal, low: Decimal, high: Decimal): boolean =>
  compareDecimals(value, low) > 0 && compareDecimals(value, high) < 0
