/**
 * Parts of an account reading other than wallet and positions: open orders, and executions with the owners of their
 * orders.
 */

import { HOUR_MS, type Instant, MINUTE_MS } from '../../../../core/instant.ts'
import type { VenueFill, VenueOrder } from '../../../../domain/order/venue-report.ts'
import { idText, toInstant } from '../fields.ts'
import type { Listing } from '../listing.ts'
import type { Desk } from './desk.ts'
import type { RawFill, RawOrder } from './order-dialect.ts'
import { FORGOTTEN, rememberOwner } from './order-memory.ts'
import { listedNow, queryAccount, queryListing, windowsFrom } from './query-account.ts'
import { ownerOfFill, readFill } from './read-fill.ts'
import { noteOrder, readOrder } from './read-order.ts'

/**
 * Reads the working orders; undefined when a list is missing. If they are listed by instrument, orders in other
 * instruments are read less often.
 */
export const readOpenOrders = async (desk: Desk): Promise<OpenOrders | undefined> => {
  const { dialect, reader, memory, slow, client } = desk
  const listings = listedNow(desk)
  const bySymbol = listings.length <= dialect.ordersBySymbolUpTo
  const requestedAtMs = client.venueNow()
  const everywhere = bySymbol && isElsewhereDue(slow.elsewhere, requestedAtMs)
  const rawOrders = await fetchOpen(desk, everywhere ? undefined : listings)
  if (!rawOrders) return undefined
  const others = rawOrders.filter(({ native }) => !reader.byNative.has(native))
  if (everywhere) slow.elsewhere = { orders: others, requestedAtMs }
  const known = bySymbol && !everywhere ? (slow.elsewhere?.orders ?? []) : []
  const orders = rawOrders.map((one) => readOrder(reader, memory, one)).filter((order) => order !== undefined)
  return { orders, rawOrders: [...rawOrders, ...known] }
}

/** Interval of queries for all instruments, which are expensive if orders are listed by instrument. */
const ELSEWHERE_EVERY_MS = 10 * MINUTE_MS

interface OpenOrders {
  /** Orders; an unreadable order is omitted and reported as a trouble, and one of ours is queried by name. */
  readonly orders: readonly VenueOrder[]
  /** Orders as reported, including known orders in unwatched instruments. */
  readonly rawOrders: readonly RawOrder[]
}
/** Interval while there are unwatched holdings, which block entries. */
const ELSEWHERE_SOON_MS = MINUTE_MS

const isElsewhereDue = (known: Desk['slow']['elsewhere'], nowMs: Instant): boolean =>
  !known || nowMs - known.requestedAtMs >= (known.orders.length > 0 ? ELSEWHERE_SOON_MS : ELSEWHERE_EVERY_MS)

const fetchOpen = async (desk: Desk, listings: readonly Listing[] | undefined): Promise<RawOrder[] | undefined> => {
  const { dialect } = desk
  const lists = await Promise.all(
    dialect.lists.map((list) => queryAccount(desk, (rest) => dialect.openOrders(rest, listings, list))),
  )
  const rawOrders: RawOrder[] = []
  for (const list of lists) {
    if (!list) return undefined
    rawOrders.push(...list.value)
  }
  return rawOrders
}

/**
 * Reads all executions since an instant, oldest first; undefined when a query failed. An instrument unknown to the
 * exchange has none.
 */
export const readFillsSince = async (desk: Desk, fromMs: Instant): Promise<VenueFill[] | undefined> => {
  const { dialect, listings, client, unlisted } = desk
  const executionLists = dialect.executionsBySymbol
    ? await Promise.all([...listings.values()].map((listing) => readListingExecutions(desk, listing, fromMs)))
    : [await executionsOfAll(desk, fromMs)]
  client.unlisted.report('account', unlisted)
  const fills: VenueFill[] = []
  for (const executions of executionLists) {
    const read = executions && (await readFills(desk, executions))
    if (!read) return undefined
    fills.push(...read)
  }
  return fills.sort((a, b) => a.executedAtMs - b.executedAtMs)
}

const readListingExecutions = async (desk: Desk, listing: Listing, fromMs: Instant): Promise<RawFill[] | undefined> => {
  const rawFills: RawFill[] = []
  for (const range of windowsFrom(desk, fromMs)) {
    const within = await queryListing(desk, listing, (rest) => desk.dialect.executions(rest, listing, range))
    if (!within) return undefined
    rawFills.push(...within)
  }
  return rawFills
}

const executionsOfAll = async (desk: Desk, fromMs: Instant): Promise<RawFill[] | undefined> => {
  const rawFills: RawFill[] = []
  for (const range of windowsFrom(desk, fromMs)) {
    const within = await queryAccount(desk, (rest) => desk.dialect.executions(rest, undefined, range))
    if (!within) return undefined
    rawFills.push(...within.value)
  }
  return rawFills
}

/** Maximum number of orders queried because of one reading; the results are retained for the next. */
const OWNER_QUERIES_MAX = 50

/** Number of these queries sent concurrently. */
const OWNER_QUERIES_AT_ONCE = 8

/**
 * Age from which an unreadable execution is omitted and reported as a trouble. Before that, it fails the whole reading,
 * because the ledger may still lack it. An older one, such as from before a tick size change, would block readings
 * forever; if the ledger had missed it, ledger and position would differ.
 */
const MISSED_FOR_MS = HOUR_MS

/**
 * Returns the executions, each with the owner of its order; if the exchange does not report it, the order is queried.
 * Undefined when a new one cannot be read, or when not all owners could be determined this time.
 */
export const readFills = async (desk: Desk, rawFills: readonly RawFill[]): Promise<VenueFill[] | undefined> => {
  const fills: VenueFill[] = []
  const ours = rawFills.filter(({ native }) => desk.reader.byNative.has(native))
  await queryOwners(desk, ours)
  for (const one of ours) {
    const owner = ownerOfFill(desk.memory, one) ?? (idText(one.orderId) === undefined ? FORGOTTEN : undefined)
    if (!owner) return undefined
    const fill = readFill(desk.reader, one, owner)
    if (fill) fills.push(fill)
    else if (!isOlder(desk, one, MISSED_FOR_MS)) return undefined
  }
  return fills
}

/** Queries the unknown owners, several at a time, and caches them. */
const queryOwners = async (desk: Desk, rawFills: readonly RawFill[]): Promise<void> => {
  const unknown = new Map<string, RawFill>()
  for (const one of rawFills) {
    const id = idText(one.orderId)
    if (id !== undefined && !ownerOfFill(desk.memory, one)) unknown.set(id, one)
  }
  const queried = [...unknown].slice(0, OWNER_QUERIES_MAX).values()
  const queryInTurn = async (): Promise<void> => {
    for (const [orderId, one] of queried) await queryOwner(desk, orderId, one)
  }
  await Promise.all(Array.from({ length: OWNER_QUERIES_AT_ONCE }, queryInTurn))
}

/**
 * Queries the order of an execution. A traded order may be missing for a moment; if it is still missing later, the
 * exchange no longer stores it.
 */
const queryOwner = async (desk: Desk, id: string, fill: RawFill): Promise<void> => {
  const { client, dialect, memory, reader } = desk
  const listing = reader.byNative.get(fill.native)
  if (!listing) return
  const order = { listing, list: 'regular', name: { by: 'exchange', id } } as const
  const called = await client.call((rest) => dialect.findOrder(rest, order), { urgency: 'ACCOUNT' })
  if (called.kind === 'answered' && called.value) return void noteOrder(memory, called.value, id)
  const absent = called.kind === 'answered' || (called.kind === 'refused' && isAbsent(desk, called.fault.code))
  if (absent && isOlder(desk, fill, MINUTE_MS)) rememberOwner(memory, id, FORGOTTEN)
}

/** Returns whether an execution is older than a given age; false without a time. */
const isOlder = ({ client }: Desk, { atMs }: RawFill, ageMs: number): boolean => {
  const executedAtMs = toInstant(atMs)
  return executedAtMs !== undefined && client.venueNow() - executedAtMs > ageMs
}

const isAbsent = ({ client }: Desk, code: string): boolean => client.dialect.errors.noSuchOrder.has(code)
