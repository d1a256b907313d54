import type { Instant } from '../../../../core/instant.ts'
import type { VenueFill, VenueOrder } from '../../../../domain/order/venue-report.ts'
import type { Listing } from '../listing.ts'
import { ask, windowsFrom } from './ask.ts'
import type { Desk } from './desk.ts'
import type { ToldFill } from './order-dialect.ts'
import { readFills } from './own-fills.ts'
import { readOrder } from './read-order.ts'

/** An open order that cannot be read is left out: it is told as a trouble, and one of ours is asked for by name. */
export const readOpenOrders = async (desk: Desk): Promise<VenueOrder[] | undefined> => {
  const { dialect, reader, memory } = desk
  const listings = [...desk.listings.values()]
  const lists = await Promise.all(
    dialect.lists.map((list) => ask(desk, (rest) => dialect.openOrders(rest, listings, list))),
  )
  const orders: VenueOrder[] = []
  for (const told of lists) {
    if (!told) return undefined
    orders.push(...told.value.map((one) => readOrder(reader, memory, one)).filter((order) => order !== undefined))
  }
  return orders
}

/** All executions from then on; undefined when one is missing. */
export const readFillsSince = async (desk: Desk, fromMs: Instant): Promise<VenueFill[] | undefined> => {
  const told = await Promise.all([...desk.listings.values()].map((listing) => executionsSince(desk, listing, fromMs)))
  const fills: VenueFill[] = []
  for (const executions of told) {
    const read = executions && (await readFills(desk, executions))
    if (!read) return undefined
    fills.push(...read)
  }
  return fills.sort((a, b) => a.executedAtMs - b.executedAtMs)
}

const executionsSince = async (desk: Desk, listing: Listing, fromMs: Instant): Promise<ToldFill[] | undefined> => {
  const told: ToldFill[] = []
  for (const range of windowsFrom(desk, fromMs)) {
    const within = await ask(desk, (rest) => desk.dialect.executions(rest, listing, range))
    if (!within) return undefined
    told.push(...within.value)
  }
  return told
}
