/**
 * Queries of symbols for the checks before trading: whether they are listed and traded, and the limits of their orders.
 */

import { printDecimal } from '../../../../core/decimal.ts'
import { ok } from '../../../../core/result.ts'
import type { Client } from '../client.ts'
import { exactText } from '../fields.ts'
import type { Listing } from '../listing.ts'
import { type LibraryMarket, listedSymbols, loadListings } from '../market/listings.ts'
import type { FactResult } from './fact-result.ts'

/** Returns the symbols that are listed, trading or not, with the steps and limits of their orders. */
export const inspectSymbols = async (
  client: Client,
  wanted: readonly string[],
): Promise<FactResult<ListedSymbol[]>> => {
  const traded: ListedSymbol[] = []
  for (const listing of findListings(client, wanted)) traded.push(await readListed(client, listing))
  const resting = wanted.filter(
    (symbol) => !traded.some((listed) => listed.symbol === symbol) && isListed(client, symbol),
  )
  return ok([...traded, ...resting.map(notTraded)])
}

interface ListedSymbol {
  readonly symbol: string
  readonly isTrading: boolean
  readonly tickSize: string | null
  readonly lotSize: string | null
  readonly minNotional: string | null
  readonly maxLeverage: number | null
}

/** Returns the listings of the symbols that are trading. */
export const findListings = (client: Client, wanted: readonly string[]): readonly Listing[] => {
  const traded = new Set(listedSymbols(client))
  const listings = loadListings(
    client,
    wanted.filter((symbol) => traded.has(symbol)),
  )
  return listings.ok ? [...listings.value.values()] : []
}

const readListed = async (client: Client, listing: Listing): Promise<ListedSymbol> => {
  const { symbol, price, quantity, minNotional, maxLeverage } = listing.instrument
  return {
    symbol,
    isTrading: true,
    tickSize: price.print(1),
    lotSize: quantity.print(1),
    minNotional: minNotional && printDecimal(minNotional),
    maxLeverage: maxLeverage ?? (await leverageInTiers(client, listing)),
  }
}

/** Reads the leverage if an exchange reports it only in its margin brackets, and these only to the account owner. */
const leverageInTiers = async ({ hasKeys, rest, call }: Client, { unified }: Listing): Promise<number | null> => {
  if (!hasKeys || rest.has.fetchLeverageTiers !== true) return null
  const called = await call((library) => library.fetchLeverageTiers([unified]), { urgency: 'ACCOUNT' })
  if (called.kind !== 'answered') return null
  const tiers = called.value[unified] ?? []
  const most = Math.max(...tiers.map(({ maxLeverage }) => Number(exactText(maxLeverage) ?? Number.NaN)))
  return most >= 1 ? Math.trunc(most) : null
}

const isListed = ({ rest }: Client, symbol: string): boolean => {
  const markets: readonly LibraryMarket[] = Object.values(rest.markets ?? {})
  return markets.some(
    ({ id, baseId, swap, linear, settle }) =>
      swap === true && linear === true && settle === 'USDT' && (id === symbol || `${baseId}USDT` === symbol),
  )
}

const notTraded = (symbol: string): ListedSymbol => ({
  symbol,
  isTrading: false,
  tickSize: null,
  lotSize: null,
  minNotional: null,
  maxLeverage: null,
})
