import { HOUR_MS, MINUTE_MS } from '../../../../core/instant.ts'
import type { VenueFill } from '../../../../domain/order/venue-report.ts'
import type { Listing } from '../listing.ts'
import { toInstant } from '../to-instant.ts'
import type { Desk } from './desk.ts'
import { idText } from './fields.ts'
import type { RawFill } from './order-dialect.ts'
import { FORGOTTEN, type Owner, rememberOwner } from './order-memory.ts'
import { ownerOfFill, readFill } from './read-fill.ts'
import { noteOrder } from './read-order.ts'

/** Maximum number of orders queried because of one reading; the results are kept for the next. */
const OWNER_QUERIES_MAX = 50

/**
 * An unreadable execution may be one the ledger still lacks: for this long nothing is reported without it. An older
 * one, such as from before a tick size change, would block readings for ever: it is left out and reported as a trouble;
 * if the ledger had missed it, ledger and position disagree.
 */
const MISSED_FOR_MS = HOUR_MS

/**
 * Returns the executions, each with the owner of its order; where the exchange does not report it, the order is
 * queried. Undefined when a new one cannot be read, or when not all owners could be determined this time.
 */
export const readFills = async (desk: Desk, rawFills: readonly RawFill[]): Promise<VenueFill[] | undefined> => {
  const fills: VenueFill[] = []
  let queryCount = 0
  for (const one of rawFills) {
    const listing = desk.reader.byNative.get(one.native)
    if (!listing) continue
    const known = ownerOfFill(desk.memory, one)
    const owner = known ?? (++queryCount > OWNER_QUERIES_MAX ? undefined : await queryOwner(desk, listing, one))
    if (!owner) return undefined
    const fill = readFill(desk.reader, one, owner)
    if (fill) fills.push(fill)
    else if (!isOlder(desk, one, MISSED_FOR_MS)) return undefined
  }
  return fills
}

/** An order that was traded may not be found for a moment; one that is not found later the exchange has forgotten. */
const queryOwner = async (desk: Desk, listing: Listing, fill: RawFill): Promise<Owner | undefined> => {
  const id = idText(fill.orderId)
  if (id === undefined) return FORGOTTEN
  const { client, dialect, memory } = desk
  const order = { listing, list: 'regular', name: { by: 'exchange', id } } as const
  const called = await client.call((rest) => dialect.findOrder(rest, order), { urgency: 'ACCOUNT' })
  if (called.kind === 'answered' && called.value) return noteOrder(memory, called.value, id)
  const absent = called.kind === 'answered' || (called.kind === 'refused' && isAbsent(desk, called.fault.code))
  if (!absent || !isOlder(desk, fill, MINUTE_MS)) return undefined
  rememberOwner(memory, id, FORGOTTEN)
  return FORGOTTEN
}

/** False for what is not dated. */
const isOlder = ({ client }: Desk, { atMs }: RawFill, ageMs: number): boolean => {
  const executedAtMs = toInstant(atMs)
  return executedAtMs !== undefined && client.venueNow() - executedAtMs > ageMs
}

const isAbsent = ({ client }: Desk, code: string): boolean => client.dialect.errors.noSuchOrder.has(code)
