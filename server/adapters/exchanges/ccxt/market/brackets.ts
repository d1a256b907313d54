import { compareDecimals, type Decimal, decimal } from '../../../../core/decimal.ts'
import { moneyOf } from '../../../../domain/account/money.ts'
import { type Bracket, type BracketsOf, bracketsFrom } from '../../../../domain/margin/brackets.ts'
import { publishedBrackets } from '../../../../domain/margin/published-brackets.ts'
import type { Client } from '../client.ts'
import { exactText } from '../exact.ts'
import type { Listing, Listings } from '../listing.ts'
import { feedOf } from './feeds/index.ts'

/** The maintenance margin brackets, and the symbols whose own could not be had: for these prudent ones stand in. */
export interface LoadedBrackets {
  readonly brackets: BracketsOf
  readonly missing: string[]
}

/** Asks the exchange for its brackets, where it tells them and without keys where it does not need them. */
export const loadBrackets = async (client: Client, listings: Listings): Promise<LoadedBrackets> => {
  const known = new Map<string, readonly Bracket[]>()
  for (const [unified, tiers] of await askForTiers(client, [...listings.values()])) {
    const listing = [...listings.values()].find((each) => each.unified === unified)
    const brackets = readBrackets(tiers)
    if (listing && brackets) known.set(listing.instrument.symbol, brackets)
  }
  return {
    brackets: (symbol) => known.get(symbol) ?? publishedBrackets(symbol),
    missing: [...listings.keys()].filter((symbol) => !known.has(symbol)),
  }
}

type TiersOf = [unified: string, tiers: unknown][]

const askForTiers = async (client: Client, listings: readonly Listing[]): Promise<TiersOf> => {
  const { rest, dialect, hasKeys } = client
  const { tiers } = feedOf(dialect.id)
  if (tiers === 'in contracts' || (tiers === 'with keys' && !hasKeys)) return []
  const symbols = listings.map(({ unified }) => unified)
  if (rest.has.fetchMarketLeverageTiers !== true) {
    const called = await client.call((library) => library.fetchLeverageTiers(symbols), { urgency: 'HISTORY' })
    return called.kind === 'answered' ? Object.entries(called.value) : []
  }
  const told: TiersOf = []
  for (const symbol of symbols) {
    const called = await client.call((library) => library.fetchMarketLeverageTiers(symbol), { urgency: 'HISTORY' })
    if (called.kind === 'answered') told.push([symbol, called.value])
  }
  return told
}

interface Row {
  readonly floor: string
  readonly rate: string
}

/** Brackets as the library tells them; undefined unless they begin at zero, ascend, and stay below one. */
export const readBrackets = (tiers: unknown): readonly Bracket[] | undefined => {
  if (!Array.isArray(tiers)) return undefined
  const rows = tiers.map(readRow)
  if (rows.length === 0 || rows.includes(undefined)) return undefined
  const told = rows
    .filter((row) => row !== undefined)
    .toSorted((a, b) => compareDecimals(decimal(a.floor), decimal(b.floor)))
  const distinct = told.filter(({ rate }, index) => rate !== told[index - 1]?.rate)
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
    const floor = moneyOf(decimal(row.floor))
    const ascends = before ? floor > moneyOf(decimal(before.floor)) : floor === 0n
    return ascends && isBetween(decimal(row.rate), before ? decimal(before.rate) : ZERO, ONE)
  })

const isBetween = (value: Decimal, low: Decimal, high: Decimal): boolean =>
  compareDecimals(value, low) > 0 && compareDecimals(value, high) < 0
