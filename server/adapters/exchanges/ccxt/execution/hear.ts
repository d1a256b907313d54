import { harmlessWords } from '../harmless-words.ts'
import type { Desk } from './desk.ts'
import { idText } from './fields.ts'
import type { Heard, ToldFill } from './order-dialect.ts'
import type { Owner } from './order-memory.ts'
import { readFills } from './own-fills.ts'
import { isFeeMissing, ownerOfFill, readFill } from './read-fill.ts'
import { readReport } from './read-order.ts'
import { whole } from './reader.ts'

/** Tells the engine what a message of the stream says, and answers what it says of the stream itself. */
export const hearMessage = (desk: Desk, message: unknown): Heard => {
  const heard = hear(desk, message)
  for (const order of heard.orders ?? []) {
    const report = readReport(desk.reader, desk.memory, order)
    if (report) desk.tell({ kind: 'report', report })
  }
  for (const fill of heard.fills ?? []) tellFill(desk, fill)
  return heard
}

const hear = ({ dialect, reader }: Desk, message: unknown): Heard => {
  try {
    return dialect.stream.hear(message)
  } catch (error) {
    whole(reader, `a message of the stream (${harmlessWords(error)})`, { form: undefined })
    return {}
  }
}

/** Where the exchange does not say whose the order was, it is asked; should that fail, the next reading tells the execution. */
const tellFill = (desk: Desk, told: ToldFill): void => {
  const owner = ownerOfFill(desk.memory, told)
  if (!owner) return void askAndTell(desk, told)
  if (isFeeMissing(told)) return void tellWithFee(desk, told, owner)
  const fill = readFill(desk.reader, told, owner)
  if (fill) desk.tell({ kind: 'fill', fill })
}

/** Reads an execution again whose fee the stream does not state; one that is not listed yet is booked with an estimate. */
const tellWithFee = async (desk: Desk, told: ToldFill, owner: Owner): Promise<void> => {
  const { client, dialect, reader } = desk
  const [listing, orderId] = [reader.byNative.get(told.native), idText(told.orderId)]
  if (!listing || orderId === undefined) return
  const called = await client.call((rest) => dialect.executionsOf(rest, listing, orderId), { urgency: 'ACCOUNT' })
  const listed = called.kind === 'answered' ? called.value.find(({ id }) => idText(id) === idText(told.id)) : undefined
  const fill = readFill(reader, { ...told, fee: listed?.fee, feeAsset: listed?.feeAsset }, owner)
  if (fill) desk.tell({ kind: 'fill', fill })
}

const askAndTell = async (desk: Desk, told: ToldFill): Promise<void> => {
  const fills = await readFills(desk, [told])
  for (const fill of fills ?? []) desk.tell({ kind: 'fill', fill })
}
