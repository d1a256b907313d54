/** Instruments listed at an exchange: reads them from CCXT's markets, and suggests symbols for unknown ones. */

import { compareDecimals, type Decimal, decimal, parseDecimal } from '../../../../core/decimal.ts'
import { createGrid } from '../../../../core/grid.ts'
import { err, ok, type Result } from '../../../../core/result.ts'
import {
  createInstrument,
  type PriceBand,
  STEP_SCALE_MAX,
  SYMBOL_PATTERN,
} from '../../../../domain/market/instrument.ts'
import type { Client } from '../client.ts'
import { exactText, toFields } from '../fields.ts'
import type { Listing, Listings } from '../listing.ts'
import type { Feed } from './feed.ts'

/** Returns the instruments of these symbols, or those of the symbols the exchange does not trade. */
export const loadListings = (client: Client, symbols: readonly string[]): Result<Listings, UnknownSymbols> => {
  const all = allListings(client)
  const unknown = symbols.filter((symbol) => !all.has(symbol))
  if (unknown.length > 0) return err({ symbols: unknown, examples: nearSymbols(unknown, [...all.keys()]) })
  return ok(new Map(symbols.flatMap((symbol) => toEntries(symbol, all.get(symbol)))))
}

/** Symbols that are not traded there as USDT perpetuals, and a few that are. */
export interface UnknownSymbols {
  readonly symbols: string[]
  readonly examples: string[]
}

/** Market as returned by the library, not yet validated. */
export interface LibraryMarket {
  readonly id?: unknown
  readonly symbol?: unknown
  readonly baseId?: unknown
  readonly active?: unknown
  readonly swap?: unknown
  readonly linear?: unknown
  readonly quote?: unknown
  readonly settle?: unknown
  readonly contractSize?: unknown
  readonly precision?: { readonly amount?: unknown; readonly price?: unknown } | undefined
  readonly limits?: {
    readonly cost?: { readonly min?: unknown } | undefined
    readonly leverage?: { readonly max?: unknown } | undefined
  }
  /** Listing as sent by the exchange. */
  readonly info?: unknown
}

/** Returns every symbol that can be watched and traded. */
export const listedSymbols = (client: Client): string[] => [...allListings(client).keys()].toSorted()

const toEntries = (symbol: string, listing: Listing | undefined): [string, Listing][] =>
  listing ? [[symbol, listing]] : []

/** Returns every instrument that is traded now, by our symbol. */
export const allListings = ({ rest, dialect }: Client): Listings => {
  const { priceBand } = dialect.feed
  const markets: unknown[] = Object.values(rest.markets ?? {})
  const listings = new Map<string, Listing>()
  for (const market of markets) {
    const listing = readListing(market as LibraryMarket, priceBand)
    if (listing && !listings.has(listing.instrument.symbol)) listings.set(listing.instrument.symbol, listing)
  }
  return listings
}

/** Reads a linear USDT perpetual that is traded now and whose steps are valid; undefined for anything else. */
export const readListing = (market: LibraryMarket, bandIn: Feed['priceBand'] = () => null): Listing | undefined => {
  const { id, symbol: unified } = market
  if (!isPerpetual(market) || typeof id !== 'string' || typeof unified !== 'string') return undefined
  const symbol = ownSymbol(market, id)
  const tickSize = toStep(market.precision?.price)
  const amountStep = toStep(market.precision?.amount)
  const contractSize = parseDecimal(exactText(market.contractSize) ?? '')
  if (!symbol || !tickSize || !amountStep || !contractSize.ok) return undefined
  const lotSize = toStep(product(amountStep, contractSize.value))
  if (!lotSize) return undefined
  const minNotional = parseDecimal(exactText(market.limits?.cost?.min) ?? '')
  return {
    instrument: createInstrument({
      symbol,
      tickSize,
      lotSize,
      minNotional: minNotional.ok ? minNotional.value : null,
      maxLeverage: toLeverage(market.limits?.leverage?.max),
      priceBand: bandIn(toFields(market.info)),
    }),
    unified,
    native: id,
    amounts: createGrid(amountStep),
    contractSize: contractSize.value,
  }
}

const isPerpetual = ({ active, swap, linear, quote, settle }: LibraryMarket): boolean =>
  active === true && swap === true && linear === true && quote === 'USDT' && settle === 'USDT'

const ours = new RegExp(SYMBOL_PATTERN)

/** Returns the exchange's own symbol where it has our form, else one built from its own name of the coin. */
const ownSymbol = ({ baseId }: LibraryMarket, id: string): string | undefined =>
  [id, typeof baseId === 'string' ? `${baseId}USDT` : ''].find((symbol) => ours.test(symbol))

const POSITIVE = /^(?!0*(\.0*)?$)\d+(\.\d+)?$/

const toStep = (value: unknown): string | undefined => {
  const text = exactText(value)
  const fraction = text?.split('.')[1] ?? ''
  const isStep = text && POSITIVE.test(text) && fraction.length <= STEP_SCALE_MAX
  return isStep && Number.isSafeInteger(Number(text.replace('.', ''))) ? text : undefined
}

const product = (text: string, factor: { readonly units: bigint; readonly scale: number }): string => {
  const point = text.indexOf('.')
  const scale = factor.scale + (point < 0 ? 0 : text.length - point - 1)
  const digits = (BigInt(text.replace('.', '')) * factor.units).toString().padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const toLeverage = (value: unknown): number | null => {
  const leverage = Math.trunc(Number(exactText(value) ?? Number.NaN))
  return leverage >= 1 ? leverage : null
}

const EXAMPLES_MAX = 5
const MAJORS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'BNBUSDT']

/** Returns a few of the known symbols, those most similar to an unknown one first. */
export const nearSymbols = (unknown: readonly string[], known: readonly string[]): string[] => {
  const near = known
    .map((symbol) => ({ symbol, distance: Math.min(...unknown.map((other) => distance(symbol, other.toUpperCase()))) }))
    .filter(({ distance }) => distance <= DISTANCE_MAX)
    .sort((a, b) => a.distance - b.distance || a.symbol.localeCompare(b.symbol))
    .map(({ symbol }) => symbol)
  const majors = MAJORS.filter((symbol) => known.includes(symbol))
  return [...new Set([...near, ...majors, ...known.toSorted()])].slice(0, EXAMPLES_MAX)
}

/** Largest edit distance of a suggested name. */
const DISTANCE_MAX = 2

/** Returns the number of insertions, deletions and substitutions between two words (Levenshtein). */
const distance = (a: string, b: string): number => {
  if (Math.abs(a.length - b.length) > DISTANCE_MAX) return DISTANCE_MAX + 1
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const [above = 0, diagonal = 0, left = 0] = [row[j], row[j - 1], next[j - 1]]
      next.push(Math.min(above + 1, left + 1, diagonal + (a[i - 1] === b[j - 1] ? 0 : 1)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/**
 * Returns a band given as multiples of the mark, such as 1.05 and 0.95; null where it is missing, or excludes the mark.
 */
export const toPriceBand = (up: unknown, down: unknown): PriceBand | null => {
  const [ceiling, floor] = [toRatio(up), toRatio(down)]
  if (!ceiling || !floor) return null
  const isAround = compareDecimals(ceiling, ONE) >= 0 && compareDecimals(floor, ONE) <= 0 && floor.units > 0n
  return isAround ? { up: ceiling, down: floor } : null
}

/** Returns a band as `toPriceBand`, given as the distance from the mark to either side, such as 0.05. */
export const bandWithin = (distance: unknown): PriceBand | null => {
  const part = toRatio(distance)
  if (!part || part.units <= 0n) return null
  const { units, scale } = part
  const one = 10n ** BigInt(scale)
  return units < one ? { up: { units: one + units, scale }, down: { units: one - units, scale } } : null
}

const ONE = decimal('1')

const toRatio = (value: unknown): Decimal | undefined => {
  const parsed = parseDecimal(exactText(value) ?? '')
  return parsed.ok ? parsed.value : undefined
}
