import type { Money } from '../../domain/account/money.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import { exploratoryLabel } from '../../domain/order/order.ts'
import type { AccountSnapshot } from '../../domain/order/venue-report.ts'
import { closingSide, directionSign, type Fill, type Position, signedQuantity } from '../../domain/position/position.ts'
import { mint, record, type Turn } from '../state/turn.ts'

/** A position whose cost the exchange has otherwise, and what it has realised the more for that. */
interface Shift {
  readonly position: Position
  readonly realized: Money
}

/**
 * Adopts the exchange's entry costs when the costs of our positions explain the wallet: the realised part of a result
 * depends on the order of executions, which may have been delivered in another order. Equity stays.
 */
export const settleEntries = (turn: Turn, snapshot: AccountSnapshot, tolerance: Money): void => {
  const off = snapshot.walletBalance - turn.ledger.account.walletBalance
  const shifts = findShifts(turn, snapshot)
  const explained = shifts.reduce((sum, { realized }) => sum + realized, 0n)
  const isWithin = (money: Money): boolean => money <= tolerance && money >= -tolerance
  if (explained === 0n || (off !== explained && (isWithin(off) || !isWithin(off - explained)))) return
  for (const shift of shifts) settle(turn, shift, snapshot)
}

/** None at all while a quantity differs: then it is executions that are missing. */
const findShifts = ({ ledger }: Turn, { positions }: AccountSnapshot): Shift[] => {
  const open = positions.filter(({ quantity }) => quantity !== 0)
  const same = open.every(({ symbol, quantity }) => signedQuantity(ledger.positions.get(symbol)) === quantity)
  if (!same || open.length !== ledger.positions.size) return []
  return open.flatMap(({ symbol, cost }): Shift | Shift[] => {
    const position = ledger.positions.get(symbol)
    if (!position || cost === position.cost) return []
    return { position, realized: BigInt(directionSign(position)) * (cost - position.cost) }
  })
}

/** Entered as an execution of nothing, so that the sum of the account's trades equals its wallet. */
const settle = (turn: Turn, { position, realized }: Shift, { takenAtMs }: AccountSnapshot): void => {
  const { symbol, positionId, protection } = position
  const fillId = mint(turn, 'fil')
  const fill: Fill = {
    fillId,
    execId: `settlement.${fillId}`,
    exchangeOrderId: null,
    orderId: null,
    positionId,
    symbol,
    side: closingSide(position),
    price: ticks(0),
    quantity: lots(0),
    value: 0n,
    fee: 0n,
    liquidity: 'TAKER',
    kind: 'SETTLEMENT',
    realizedPnl: realized,
    ...exploratoryLabel(position),
    executedAtMs: takenAtMs,
  }
  record(turn, { kind: 'executed', fills: [fill], plan: protection.plan, late: false, atMs: turn.atMs })
}
