import { harmlessWords } from '../harmless-words.ts'
import type { Desk } from './desk.ts'
import type { Heard, ToldFill } from './order-dialect.ts'
import { readFills } from './own-fills.ts'
import { ownerOfFill, readFill } from './read-fill.ts'
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
  const fill = readFill(desk.reader, told, owner)
  if (fill) desk.tell({ kind: 'fill', fill })
}

const askAndTell = async (desk: Desk, told: ToldFill): Promise<void> => {
  const fills = await readFills(desk, [told])
  for (const fill of fills ?? []) desk.tell({ kind: 'fill', fill })
}
