import { harmlessWords } from '../harmless-words.ts'
import type { Desk } from './desk.ts'
import { idText } from './fields.ts'
import type { RawFill, StreamMessage } from './order-dialect.ts'
import type { Owner } from './order-memory.ts'
import { readFills } from './own-fills.ts'
import { isFeeMissing, ownerOfFill, readFill } from './read-fill.ts'
import { readReport } from './read-order.ts'
import { whole } from './reader.ts'

/** Publishes the events of a stream message to the engine, and returns its information on the stream itself. */
export const publishMessage = (desk: Desk, message: unknown): StreamMessage => {
  const parsed = parseMessage(desk, message)
  for (const order of parsed.orders ?? []) {
    const report = readReport(desk.reader, desk.memory, order)
    if (report) desk.publish({ kind: 'report', report })
  }
  for (const fill of parsed.fills ?? []) publishFill(desk, fill)
  return parsed
}

const parseMessage = ({ dialect, reader }: Desk, message: unknown): StreamMessage => {
  try {
    return dialect.stream.parseMessage(message)
  } catch (error) {
    whole(reader, `a message of the stream (${harmlessWords(error)})`, { form: undefined })
    return {}
  }
}

/**
 * Publishes a fill. Where its order is not identified, the order is queried; if that fails, the next reading adds the
 * fill.
 */
const publishFill = (desk: Desk, rawFill: RawFill): void => {
  const owner = ownerOfFill(desk.memory, rawFill)
  if (!owner) return void queryAndPublish(desk, rawFill)
  if (isFeeMissing(rawFill)) return void publishWithFee(desk, rawFill, owner)
  const fill = readFill(desk.reader, rawFill, owner)
  if (fill) desk.publish({ kind: 'fill', fill })
}

/** Reads an execution again whose fee the stream does not state; one that is not listed yet is booked with an estimate. */
const publishWithFee = async (desk: Desk, rawFill: RawFill, owner: Owner): Promise<void> => {
  const { client, dialect, reader } = desk
  const [listing, orderId] = [reader.byNative.get(rawFill.native), idText(rawFill.orderId)]
  if (!listing || orderId === undefined) return
  const called = await client.call((rest) => dialect.orderExecutions(rest, listing, orderId), { urgency: 'ACCOUNT' })
  const listed =
    called.kind === 'answered' ? called.value.find(({ id }) => idText(id) === idText(rawFill.id)) : undefined
  const fill = readFill(reader, { ...rawFill, fee: listed?.fee, feeAsset: listed?.feeAsset }, owner)
  if (fill) desk.publish({ kind: 'fill', fill })
}

const queryAndPublish = async (desk: Desk, rawFill: RawFill): Promise<void> => {
  const fills = await readFills(desk, [rawFill])
  for (const fill of fills ?? []) desk.publish({ kind: 'fill', fill })
}
