import { SECOND_MS } from '../../../../core/instant.ts'
import type { Channel } from './channel.ts'
import { endConnection } from './connection.ts'
import { handleBook } from './receive-message.ts'
import { type Connection, listedChannels, pause, type Run, within } from './run.ts'

/** With many instruments a book waits for its turn, then for its snapshot. */
const PATIENCE_MS = 60 * SECOND_MS
const RETRY_MS = 250
const RETRY_MAX_MS = 10 * SECOND_MS
/** Time an order book must stay intact for its request to count as successful. */
const HELD_MS = 30 * SECOND_MS

/** Requests every order book, and again each one that is lost, until the connection ends. */
export const keepBooks = async (run: Run, connection: Connection): Promise<void> => {
  await Promise.all(listedChannels(run).map((channel) => keepBook(run, connection, channel)))
}

const keepBook = async (run: Run, connection: Connection, channel: Channel): Promise<void> => {
  const { library, ending, ended } = connection
  const { signal } = ending
  let waitMs = RETRY_MS
  for (let again = false; !signal.aborted && channel.listed; again = true) {
    const { lost } = channel.book
    const beganMs = run.monotonic()
    const outcome = await within(run, PATIENCE_MS, signal, joinBook(run, connection, { channel, again }))
    if (outcome === 'too late') {
      return endConnection(run, connection, `the order book of ${channel.listing.instrument.symbol} does not arrive`)
    }
    if (outcome === 'joined' && !signal.aborted && hasBegun(run, channel)) {
      handleBook(run, channel, library)
      await Promise.race([lost.promise, ended])
    }
    if (run.monotonic() - beganMs > HELD_MS) waitMs = RETRY_MS
    await pause(run, waitMs, signal)
    waitMs = Math.min(2 * waitMs, RETRY_MAX_MS)
  }
}

/** The library takes changes for a book whose beginning never came. */
const hasBegun = ({ feed }: Run, { book }: Channel): boolean => book.whole || !feed.marksBeginnings

interface BookRequest {
  readonly channel: Channel
  readonly again: boolean
}

/** A book the library still has, or begins on its own, must be left before it is made anew. */
const joinBook = async ({ feed }: Run, { library }: Connection, { channel, again }: BookRequest): Promise<string> => {
  const { unified } = channel.listing
  try {
    if (again && (feed.marksBeginnings || unified in library.orderbooks)) await feed.leaveBook(library, unified)
    await feed.joinBook(library, unified)
    return 'joined'
  } catch {
    return 'refused'
  }
}
