import type { CancelOutcome } from '../../../../engine/model/venue.ts'
import type { Desk } from './desk.ts'
import type { NamedOrder, RawOrder } from './order-dialect.ts'
import type { Whereabouts } from './order-memory.ts'
import { orderNames } from './order-names.ts'
import { seek } from './query-order.ts'
import { readReport } from './read-order.ts'

/** Cancels an order in whichever list it is; it counts as not open only when every possible list has confirmed that. */
export const cancelOrder = async (desk: Desk, symbol: string, venueClientId: string): Promise<CancelOutcome> => {
  const listing = desk.listings.get(symbol)
  if (!listing) return { kind: 'unknown', reason: 'this instrument is not watched' }
  for (const place of listPlaces(desk, venueClientId)) {
    const outcome = await cancelAt(desk, { listing, ...place })
    if (outcome) return outcome
  }
  return NOT_OPEN
}

const NOT_OPEN: CancelOutcome = { kind: 'notOpen' }

/** Returns the lists to search, its last known list first; the order may have moved since. */
const listPlaces = ({ dialect, memory }: Desk, venueClientId: string): readonly Whereabouts[] => {
  const lastKnown = memory.whereabouts.get(venueClientId)
  const names = lastKnown ? [lastKnown.name] : orderNames(venueClientId)
  const others = dialect.lists.filter((list) => list !== lastKnown?.list)
  const lists = lastKnown ? [lastKnown.list, ...others] : others
  return lists.flatMap((list) => names.map((name) => ({ list, name, certain: false })))
}

/** Undefined when the order is not in this list. */
const cancelAt = async (desk: Desk, order: NamedOrder): Promise<CancelOutcome | undefined> => {
  const { client, dialect } = desk
  const called = await client.call((rest) => dialect.cancel(rest, order), { urgency: 'STOP' })
  if (called.kind === 'answered') return confirmEnd(desk, order, called.value)
  if (called.kind !== 'refused') return { kind: 'unknown', reason: called.reason }
  const { code, message } = called.fault
  return client.dialect.errors.noSuchOrder.has(code) ? undefined : { kind: 'unknown', reason: `${code} ${message}` }
}

/** Where the response is only a receipt, the order is queried until it has ended, but not for long. */
const CONFIRM_AFTER_MS = [0, 100, 300, 600]

const confirmEnd = async (desk: Desk, order: NamedOrder, answered: RawOrder | undefined): Promise<CancelOutcome> => {
  const outcome = answered && ended(desk, answered)
  if (outcome) return outcome
  for (const pauseMs of CONFIRM_AFTER_MS) {
    if (pauseMs > 0) await desk.delay(pauseMs)
    const sought = await seek(desk, order, 'STOP')
    const confirmed = sought.kind === 'found' ? ended(desk, sought.rawOrder) : undefined
    if (confirmed) return confirmed
  }
  return { kind: 'unknown', reason: 'the exchange has taken the request, and the order has not ended yet' }
}

const ended = (desk: Desk, rawOrder: RawOrder): CancelOutcome | undefined => {
  const report = readReport(desk.reader, desk.memory, rawOrder)
  switch (report?.status) {
    case 'CANCELED':
    case 'EXPIRED':
    case 'REJECTED':
      return { kind: 'canceled', report }
    case 'FILLED':
      return NOT_OPEN
    default:
      return undefined
  }
}
