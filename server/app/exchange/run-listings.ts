/** Listings of a run, and their file while they change. */

import type { Listing, Listings } from '../../adapters/exchanges/ccxt/listing.ts'
import { type ExchangeBrackets, sameSteps } from '../../adapters/exchanges/ccxt/market/index.ts'
import { errorMessage, StartError } from '../../core/errors.ts'
import type { Instant } from '../../core/instant.ts'
import type { Clock } from '../../engine/model/ports.ts'
import type { ListingsFile } from './stored-listings.ts'

/** Listings of a run and their file. */
export interface RunListings {
  /** Returns when the exchange last returned them. */
  readAtMs(): Instant
  /** Replaces stored listings with the current ones. Rejects with a `StartError` when the steps of one have changed. */
  adopt(current: Listings): Promise<void>
  /** Stores the listings read again by a running market source. */
  renew(all: Listings): void
  /** Stores listings and brackets; a failure is reported. */
  store(): Promise<void>
}

interface RunListingsParts {
  readonly file: ListingsFile
  /** Listings of the run; `adopt` changes them in place. */
  readonly listings: Map<string, Listing>
  readonly readAtMs: Instant
  readonly bracketSource: ExchangeBrackets
  /** Display name of the exchange. */
  readonly name: string
  readonly clock: Clock
  readonly remark: (words: string) => void
}

export const createRunListings = ({
  file,
  listings,
  bracketSource,
  name,
  clock,
  remark,
  ...opened
}: RunListingsParts): RunListings => {
  const newest = new Map(listings)
  let { readAtMs } = opened
  const store = async (): Promise<void> => {
    const missing = new Set(bracketSource.missing())
    const symbols = [...newest.keys()].filter((symbol) => !missing.has(symbol))
    const brackets = new Map(symbols.map((symbol) => [symbol, bracketSource.brackets(symbol)]))
    try {
      await file.write({ readAtMs, listings: newest, brackets })
    } catch (error) {
      remark(`The instruments of ${name} cannot be stored for a start without connection (${errorMessage(error)}).`)
    }
  }
  const note = (current: Listings): void => {
    readAtMs = clock()
    for (const symbol of newest.keys()) {
      const listing = current.get(symbol)
      if (listing) newest.set(symbol, listing)
    }
  }
  return {
    readAtMs: () => readAtMs,
    async adopt(current) {
      note(current)
      const changed = [...current].filter(([symbol, listing]) => !isSame(listings.get(symbol), listing))
      if (changed.length > 0) {
        await store()
        const symbols = changed.map(([symbol]) => symbol).join(', ')
        throw new StartError(`${name} has changed the tick or lot of ${symbols}: start again to use the new one.`)
      }
      for (const [symbol, listing] of current) listings.set(symbol, listing)
    },
    renew(all) {
      if (all.size === 0) return
      note(all)
      void store()
    },
    store,
  }
}

const isSame = (stored: Listing | undefined, current: Listing): boolean =>
  stored !== undefined &&
  stored.unified === current.unified &&
  stored.native === current.native &&
  sameSteps(stored, current)
