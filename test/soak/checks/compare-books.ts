import { setTimeout } from 'node:timers/promises'
import type { Caller, Sent } from '../../support/order-stream.ts'
import type { Place } from '../stage/place.ts'
import type { VenueReader } from '../stage/venue-books.ts'
import { booksEqual } from './books-equal.ts'
import { reduceOnly } from './reduce-only.ts'
import { type Finding, readEngineBooks, type SettledBooks } from './settled-books.ts'

const TRIES = 12

interface BothSides {
  readonly place: Place
  readonly reader: VenueReader
  readonly readers: readonly Caller[]
  readonly sent: readonly Sent[]
  /** Interval before both sides are read again. */
  readonly everyMs?: number
}

/**
 * Compares the engine's report with the exchange. The market continues meanwhile, so both are read again several times
 * while they differ.
 */
export const compareBooks = async ({ place, reader, readers, sent, everyMs = 5_000 }: BothSides) => {
  let last: { books: SettledBooks | undefined; findings: Finding[] } = { books: undefined, findings: [] }
  for (let tried = 0; tried < TRIES; tried++) {
    const read = Promise.all([readEngineBooks(place, readers), reader.books()])
    const both = await read.catch(() => undefined)
    if (both) {
      const books = { engine: both[0], venue: both[1], sent }
      last = { books, findings: [...booksEqual(books), ...reduceOnly(books)] }
      if (last.findings.length === 0) return last
    }
    await setTimeout(everyMs)
  }
  return last
}
