import { MINUTE_MS } from '../../../../core/instant.ts'
import type { VenueFill } from '../../../../domain/order/venue-report.ts'
import type { Listing } from '../listing.ts'
import type { Desk } from './desk.ts'
import { idText } from './fields.ts'
import type { ToldFill } from './order-dialect.ts'
import type { Owner } from './order-memory.ts'
import { ownerOfFill, readFill } from './read-fill.ts'
import { noteOrder } from './read-order.ts'

/** So many orders are asked for at most because of one reading; what was learnt is remembered for the next. */
const ASKED_MAX = 50

/**
 * Executions, each with whose its order was; where the exchange does not say, it is asked for the order. Undefined when one
 * cannot be read, or when not all could be found out this time.
 */
export const readFills = async (desk: Desk, told: readonly ToldFill[]): Promise<VenueFill[] | undefined> => {
  const fills: VenueFill[] = []
  let asked = 0
  for (const one of told) {
    const listing = desk.reader.byNative.get(one.native)
    if (!listing) continue
    const known = ownerOfFill(desk.memory, one)
    if (!known && ++asked > ASKED_MAX) return undefined
    const owner = known ?? (await askForOwner(desk, listing, one))
    const fill = owner && readFill(desk.reader, one, owner)
    if (!fill) return undefined
    fills.push(fill)
  }
  return fills
}

/** An order that was traded may not be found for a moment; one that is not found later the exchange has forgotten. */
const askForOwner = async (desk: Desk, listing: Listing, fill: ToldFill): Promise<Owner | undefined> => {
  const id = idText(fill.orderId)
  if (id === undefined) return NOBODY
  const { client, dialect, memory } = desk
  const order = { listing, list: 'regular', name: { by: 'exchange', id } } as const
  const called = await client.call((rest) => dialect.findOrder(rest, order), { urgency: 'READ' })
  if (called.kind === 'answered' && called.value) return noteOrder(memory, called.value, id)
  const absent = called.kind === 'answered' || (called.kind === 'refused' && isAbsent(desk, called.fault.code))
  const isOld = client.venueNow() - Number(fill.atMs) > MINUTE_MS
  return absent && isOld ? NOBODY : undefined
}

const NOBODY: Owner = { venueClientId: null, kind: 'TRADE' }

const isAbsent = ({ client }: Desk, code: string): boolean => client.dialect.errors.noSuchOrder.has(code)
