import { type Caller, cancel, type Json, readAll } from '../support/order-stream.ts'
import { acknowledged } from './checks/acknowledged.ts'
import { atMostOnce } from './checks/at-most-once.ts'
import { compareBooks } from './checks/compare-books.ts'
import { quietAfterStop } from './checks/quiet-after-stop.ts'
import { reconciledFirst } from './checks/reconciled-first.ts'
import type { Finding, SettledBooks } from './checks/settled-books.ts'
import { count, violate } from './evidence.ts'
import type { Soak } from './soak.ts'
import { waitFor } from './stage/engine-host.ts'
import { engineUrl } from './stage/place.ts'
import { settleUnheard } from './traders.ts'

const SETTLED_WITHIN_MS = 120_000

const UNSETTLED = '/trading/orders?status=PENDING_NEW,OUTCOME_UNKNOWN,PENDING_CANCEL'
const RESTING = '/trading/orders?open=true&origin=API'

/** Waits until everything is quiet, repeats interrupted requests, and compares both sides. */
export const settleAndCompare = async (soak: Soak, readers: readonly Caller[]): Promise<SettledBooks | undefined> => {
  const url = engineUrl(soak.place)
  for (const trader of soak.traders) await settleUnheard(trader, url)
  const reader = readers[0] as Caller
  if (!(await untilNone(reader, url, UNSETTLED))) {
    violate(soak.evidence, {
      promise: 'I6',
      words: 'the outcome of some orders stays unknown',
      observed: await readAll(reader, url, UNSETTLED),
    })
  }
  await cancelAll(reader, url)
  const { place, traders } = soak
  const sent = traders.flatMap(({ caller }) => caller.sent)
  const { books, findings } = await compareBooks({ place, reader: soak.reader, readers, sent })
  if (!books) {
    violate(soak.evidence, { promise: 'I7', words: 'both sides could not be read at the end' })
    return undefined
  }
  for (const finding of [...findings, ...historyFindings(soak, books)]) violate(soak.evidence, finding)
  count(soak.evidence, 'orders at the exchange', books.venue.orders.length)
  count(soak.evidence, 'executions at the exchange', books.venue.fills.length)
  for (const { origin, purpose } of books.engine.orders) count(soak.evidence, `our orders: ${origin} ${purpose}`)
  return books
}

/** Returns violations of the requirements that apply to the whole history at any time. */
const historyFindings = ({ evidence, engine }: Soak, books: SettledBooks): Finding[] => [
  ...atMostOnce(books),
  ...acknowledged(books),
  ...quietAfterStop(books, evidence.stops),
  ...reconciledFirst(books, engine.lives, evidence),
]

const untilNone = (reader: Caller, url: string, path: string): Promise<true | undefined> =>
  waitFor(async () => ((await items(reader, url, path))?.length === 0 ? true : undefined), {
    withinMs: SETTLED_WITHIN_MS,
    everyMs: 1_000,
  })

const items = (reader: Caller, url: string, path: string): Promise<Json[] | undefined> =>
  readAll(reader, url, path).catch(() => undefined)

const cancelAll = async (reader: Caller, url: string): Promise<void> => {
  for (const { orderId } of (await items(reader, url, RESTING)) ?? []) await cancel(reader, url, orderId)
  await untilNone(reader, url, RESTING)
}
