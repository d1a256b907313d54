/**
 * Instruments and margin brackets as last read from an exchange, in a file of the data directory, from which a server
 * starts while the exchange cannot be reached.
 */

import { join } from 'node:path'
import type { Listing, Listings } from '../../adapters/exchanges/ccxt/listing.ts'
import { readIfThere, replaceFileBeside } from '../../adapters/store/disk.ts'
import { type ExchangeConfig, stateName } from '../../config/market.ts'
import { type Decimal, decimal, printDecimal } from '../../core/decimal.ts'
import { errorMessage } from '../../core/errors.ts'
import { createGrid } from '../../core/grid.ts'
import type { Instant } from '../../core/instant.ts'
import { printMoney } from '../../domain/account/money.ts'
import { type Bracket, bracketsFrom } from '../../domain/margin/brackets.ts'
import { createInstrument, toFilters } from '../../domain/market/instrument.ts'

/** Instruments and margin brackets of an exchange. */
export interface StoredListings {
  /** Time at which the exchange returned the listings. */
  readonly readAtMs: Instant
  readonly listings: Listings
  /** By symbol; only those that the exchange has returned. */
  readonly brackets: ReadonlyMap<string, readonly Bracket[]>
}

/** File with the listings of one market. */
export interface ListingsFile {
  /** Returns what was last written for this market; undefined without it, or if one of its symbols is missing. */
  read(): StoredListings | undefined
  /** Replaces the file atomically, in the order of the calls and without blocking the thread. */
  write(stored: StoredListings): Promise<void>
}

/** Opens the file in the data directory of an exchange. A file that cannot be read is reported and ignored. */
export const openListingsFile = (
  dataDir: string,
  market: ExchangeConfig,
  remark: (words: string) => void,
): ListingsFile => {
  const path = join(dataDir, stateName(market), 'listings.json')
  let writing = Promise.resolve()
  return {
    read() {
      try {
        const text = readIfThere(path)?.toString()
        return text === undefined ? undefined : parseFile(text, market)
      } catch (error) {
        remark(`${path} cannot be read and is not used (${errorMessage(error)}).`)
        return undefined
      }
    },
    write(stored) {
      const written = writing.then(() => replaceFileBeside(path, printFile(stored, market)))
      writing = written.catch(() => {})
      return written
    },
  }
}

const FORMAT = 1

/** Content of the file; decimals are strings. */
interface Content {
  readonly format: number
  /** Address that replaces the exchange's own; null for its own. */
  readonly url: string | null
  readonly readAtMs: Instant
  readonly symbols: readonly Row[]
}

interface Row {
  readonly symbol: string
  readonly unified: string
  readonly native: string
  readonly tickSize: string
  readonly lotSize: string
  /** Steps of the exchange's own quantity, and base currency in one unit of it. */
  readonly amountStep: string
  readonly contractSize: string
  readonly minNotional: string | null
  readonly maxLeverage: number | null
  readonly priceBand: { readonly up: string; readonly down: string } | null
  /** Null when the exchange has not returned them. */
  readonly brackets: readonly { readonly floor: string; readonly rate: string }[] | null
}

const printFile = ({ readAtMs, listings, brackets }: StoredListings, { url }: Place): string => {
  const symbols = [...listings.values()].map((listing) => toRow(listing, brackets.get(listing.instrument.symbol)))
  const content: Content = { format: FORMAT, url: url ?? null, readAtMs, symbols }
  return `${JSON.stringify(content)}\n`
}

type Place = Pick<ExchangeConfig, 'url' | 'symbols'>

const toRow = (listing: Listing, brackets: readonly Bracket[] | undefined): Row => {
  const { instrument, unified, native, amounts, contractSize } = listing
  const { priceBand, minNotional, ...filters } = toFilters(instrument)
  return {
    ...filters,
    unified,
    native,
    amountStep: printDecimal(amounts.step),
    contractSize: printDecimal(contractSize),
    minNotional: minNotional && printDecimal(minNotional),
    priceBand: priceBand ? { up: printDecimal(priceBand.up), down: printDecimal(priceBand.down) } : null,
    brackets: brackets?.map(({ floor, rate }) => ({ floor: printMoney(floor), rate: printDecimal(rate) })) ?? null,
  }
}

/** Returns the listings of the configured symbols, in their order; undefined for another address or format. */
const parseFile = (text: string, { url, symbols }: Place): StoredListings | undefined => {
  const content: Content = JSON.parse(text)
  if (content.format !== FORMAT || content.url !== (url ?? null)) return undefined
  const rows = new Map(content.symbols.map((row) => [row.symbol, row]))
  const listings = new Map<string, Listing>()
  const brackets = new Map<string, readonly Bracket[]>()
  for (const symbol of symbols) {
    const row = rows.get(symbol)
    if (!row) return undefined
    listings.set(symbol, toListing(row))
    if (row.brackets) brackets.set(symbol, bracketsFrom(row.brackets))
  }
  return { readAtMs: content.readAtMs, listings, brackets }
}

const toListing = (row: Row): Listing => {
  const { symbol, tickSize, lotSize, maxLeverage } = row
  const minNotional = toDecimal(row.minNotional)
  const priceBand = row.priceBand && { up: decimal(row.priceBand.up), down: decimal(row.priceBand.down) }
  return {
    instrument: createInstrument({ symbol, tickSize, lotSize, minNotional, maxLeverage, priceBand }),
    unified: row.unified,
    native: row.native,
    amounts: createGrid(row.amountStep),
    contractSize: decimal(row.contractSize),
  }
}

const toDecimal = (text: string | null): Decimal | null => (text === null ? null : decimal(text))
