import { type Instant, MINUTE_MS } from '../../../../core/instant.ts'
import type { VenueFill, VenueOrder } from '../../../../domain/order/venue-report.ts'
import type { Listing } from '../listing.ts'
import { ask, askOf, listedNow, windowsFrom } from './ask.ts'
import type { Desk } from './desk.ts'
import type { ToldFill, ToldOrder } from './order-dialect.ts'
import { readFills } from './own-fills.ts'
import { readOrder } from './read-order.ts'

interface OpenOrders {
  /** One that cannot be read is left out: it is told as a trouble, and one of ours is asked for by name. */
  readonly orders: readonly VenueOrder[]
  /** As they were told, those in instruments that are not watched among them, as far as they are known. */
  readonly told: readonly ToldOrder[]
}

/** Asking for orders in all instruments is dear where they are listed by instrument. */
const ELSEWHERE_EVERY_MS = 10 * MINUTE_MS
/** While there are some: nothing is entered until they are gone. */
const ELSEWHERE_SOON_MS = MINUTE_MS

export const readOpenOrders = async (desk: Desk): Promise<OpenOrders | undefined> => {
  const { dialect, reader, memory, slow, client } = desk
  const listings = listedNow(desk)
  const bySymbol = listings.length <= dialect.ordersBySymbolUpTo
  const askedAtMs = client.venueNow()
  const everywhere = bySymbol && isElsewhereDue(slow.elsewhere, askedAtMs)
  const told = await tellOpen(desk, everywhere ? undefined : listings)
  if (!told) return undefined
  const others = told.filter(({ native }) => !reader.byNative.has(native))
  if (everywhere) slow.elsewhere = { orders: others, askedAtMs }
  const known = bySymbol && !everywhere ? (slow.elsewhere?.orders ?? []) : []
  const orders = told.map((one) => readOrder(reader, memory, one)).filter((order) => order !== undefined)
  return { orders, told: [...told, ...known] }
}

const isElsewhereDue = (known: Desk['slow']['elsewhere'], nowMs: Instant): boolean =>
  !known || nowMs - known.askedAtMs >= (known.orders.length > 0 ? ELSEWHERE_SOON_MS : ELSEWHERE_EVERY_MS)

const tellOpen = async (desk: Desk, listings: readonly Listing[] | undefined): Promise<ToldOrder[] | undefined> => {
  const { dialect } = desk
  const lists = await Promise.all(
    dialect.lists.map((list) => ask(desk, (rest) => dialect.openOrders(rest, listings, list))),
  )
  const told: ToldOrder[] = []
  for (const list of lists) {
    if (!list) return undefined
    told.push(...list.value)
  }
  return told
}

/** All executions from then on; undefined when one is missing. Of an instrument the exchange does not know there are none. */
export const readFillsSince = async (desk: Desk, fromMs: Instant): Promise<VenueFill[] | undefined> => {
  const { dialect, listings, client, unlisted } = desk
  const told = dialect.executionsBySymbol
    ? await Promise.all([...listings.values()].map((listing) => executionsOf(desk, listing, fromMs)))
    : [await executionsOfAll(desk, fromMs)]
  client.unlisted.tell('account', unlisted)
  const fills: VenueFill[] = []
  for (const executions of told) {
    const read = executions && (await readFills(desk, executions))
    if (!read) return undefined
    fills.push(...read)
  }
  return fills.sort((a, b) => a.executedAtMs - b.executedAtMs)
}

const executionsOf = async (desk: Desk, listing: Listing, fromMs: Instant): Promise<ToldFill[] | undefined> => {
  const told: ToldFill[] = []
  for (const range of windowsFrom(desk, fromMs)) {
    const within = await askOf(desk, listing, (rest) => desk.dialect.executions(rest, listing, range))
    if (!within) return undefined
    told.push(...within)
  }
  return told
}

const executionsOfAll = async (desk: Desk, fromMs: Instant): Promise<ToldFill[] | undefined> => {
  const told: ToldFill[] = []
  for (const range of windowsFrom(desk, fromMs)) {
    const within = await ask(desk, (rest) => desk.dialect.executions(rest, undefined, range))
    if (!within) return undefined
    told.push(...within.value)
  }
  return told
}
