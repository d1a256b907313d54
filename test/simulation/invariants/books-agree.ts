import { directionSign, type Position } from '../../../server/domain/position/position.ts'
import type { Ledger } from '../../../server/engine/state/ledger.ts'
import type { JournalBooks } from '../world/journal-books.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I6 and I7: filled = Σ fills, position = Σ signed fills, and the account adds up, to the last unit, after every batch. */
export const booksAgree = (evidence: Evidence): Invariant => {
  const check = (ledger: Ledger): void => {
    if (evidence.isBehind) return
    const { books } = evidence
    for (const fault of [...positionFaults(ledger, books), ...orderFaults(ledger, books)]) evidence.violate('I6', fault)
    for (const fault of accountFaults(ledger, books)) evidence.violate('I7', fault)
  }
  return { onSettled: check, onRecovered: check }
}

const signedLots = (position: Position | undefined): number =>
  position ? directionSign(position) * position.quantity : 0

const positionFaults = ({ positions }: Ledger, books: JournalBooks): string[] =>
  [...new Set([...positions.keys(), ...books.positions.keys()])].flatMap((symbol) => {
    const position = positions.get(symbol)
    const [held, traded] = [signedLots(position), books.positions.get(symbol) ?? 0]
    const cost = position ? BigInt(directionSign(position)) * position.cost : 0n
    const paid = books.signedCosts.get(symbol) ?? 0n
    if (held !== traded) return [`the position in ${symbol} is ${held} lots, and the fills add up to ${traded}`]
    return cost === paid ? [] : [`the position in ${symbol} cost ${cost}, and its fills make it ${paid}`]
  })

const orderFaults = ({ orders, working }: Ledger, books: JournalBooks): string[] =>
  [...working].flatMap((orderId) => {
    const order = orders.get(orderId)
    const traded = books.orders.get(orderId)?.filled
    if (!order || traded === undefined) return [`${orderId} is at work and not in the journal`]
    if (order.filled !== traded)
      return [`${orderId} is filled by ${order.filled} lots, and its fills add up to ${traded}`]
    return order.filled > order.terms.quantity ? [`${orderId} is filled beyond its quantity`] : []
  })

const accountFaults = ({ account }: Ledger, { wallet }: JournalBooks): string[] => {
  const { opening, walletBalance, realizedPnl, fees, funding, adjustments } = account
  const sum = opening + realizedPnl - fees + funding + adjustments
  if (walletBalance !== sum) return [`the wallet holds ${walletBalance}, and what moved it adds up to ${sum}`]
  return walletBalance === wallet ? [] : [`the wallet holds ${walletBalance}, and the journal makes it ${wallet}`]
}
