/** Changes the stop or target of a position for a caller, after checking both against the mark price and the limits. */

import { err, ok, type Result } from '../../core/result.ts'
import { type Money, priceToMoney, toMoney } from '../../domain/account/money.ts'
import type { Ticks } from '../../domain/market/instrument.ts'
import { markIn } from '../../domain/market/market.ts'
import { oppositeSide, type ProtectionPlan } from '../../domain/order/order.ts'
import { computeEntryPrice } from '../../domain/position/apply-fill.ts'
import {
  closingSide,
  directionSign,
  heldByAutotrading,
  type Position,
  resolveHolder,
  signedQuantity,
} from '../../domain/position/position.ts'
import type { Command, CommandOutcome, CommandRefusal } from '../model/events.ts'
import { DONE, refused } from '../model/outcomes.ts'
import { audit } from '../state/audit.ts'
import { findOpenPosition } from '../state/ledger.ts'
import { record, type Turn } from '../state/turn.ts'
import { liquidationAt } from './at-risk.ts'
import { wordsOfPlan } from './decide-order.ts'
import { isLosingSide, wideningFault } from './stop-limits.ts'

/** Moves stop or target for a caller. The new stop is placed and verified before the old one is cancelled. */
export const changeProtection = (turn: Turn, command: Change): CommandOutcome => {
  const { positionId, ifVersion, instructed } = command
  const position = findOpenPosition(turn.ledger, positionId)
  if (!position) return refused({ kind: turn.ledger.ended.has(positionId) ? 'positionEnded' : 'positionNotFound' })
  if (ifVersion !== null && ifVersion !== position.version) {
    return refused({ kind: 'versionMismatch', version: position.version })
  }
  const changed = planAfter(turn, position, command)
  if (!changed.ok) return refused(changed.error)
  const words = (plan: ProtectionPlan): string =>
    wordsOfPlan(plan, turn.market.instruments.get(position.symbol)?.instrument)
  const held = heldByAutotrading(resolveHolder(position))
  audit(turn, instructed, {
    action: 'PROTECTION_CHANGE',
    target: positionId,
    before: words(position.protection.plan),
    after: `${words(changed.value)}${held ? `; ${held}, its planned exit stays` : ''}`,
    outcome: 'INTENT',
    reason: null,
  })
  record(turn, { kind: 'planChanged', positionId: position.positionId, plan: changed.value, atMs: turn.atMs })
  turn.touched.add(position.symbol)
  return DONE
}

type Change = Extract<Command, { kind: 'changeProtection' }>

const planAfter = (turn: Turn, position: Position, { change }: Change): Result<ProtectionPlan, CommandRefusal> => {
  const { plan } = position.protection
  const { stopLoss = plan.stopLoss, takeProfit = plan.takeProfit } = change
  if (stopLoss === null) {
    return err({
      kind: 'protectionRemovalForbidden',
      detail: 'The stop of an open position cannot be removed. Choose another trigger price, or close the position.',
    })
  }
  const fault = change.stopLoss ? stopFault(turn, position, stopLoss.price) : undefined
  const otherFault = change.takeProfit ? targetFault(turn, position, change.takeProfit.price) : undefined
  if (fault ?? otherFault) return err({ kind: 'wouldIncreaseRisk', detail: fault ?? otherFault ?? '' })
  return ok({ stopLoss, takeProfit, stopIsDefault: change.stopLoss ? false : plan.stopIsDefault })
}

const stopFault = (turn: Turn, position: Position, price: Ticks): string | undefined => {
  const mark = markIn(turn.market, position.symbol)
  if (mark === undefined) return 'No market data has been received yet, so the allowed range of the stop is not known.'
  const entered = oppositeSide(closingSide(position))
  if (!isLosingSide(price, mark, entered)) {
    return `The stop must be ${entered === 'BUY' ? 'below' : 'above'} ${theMark(turn, position, mark)}, or it would trigger immediately.`
  }
  const fault = wideningFault(turn, position, price)
  if (fault) return `${fault} Move it closer to the entry price.`
  return isWithinBuffer(turn, position, price)
    ? undefined
    : 'The stop is too close to the liquidation price, or beyond it: move it closer to the entry price.'
}

const targetFault = (turn: Turn, position: Position, price: Ticks): string | undefined => {
  const mark = markIn(turn.market, position.symbol)
  if (mark === undefined)
    return 'No market data has been received yet, so the allowed range of the target is not known.'
  const entered = oppositeSide(closingSide(position))
  return price !== mark && !isLosingSide(price, mark, entered)
    ? undefined
    : `The target must be ${entered === 'BUY' ? 'above' : 'below'} ${theMark(turn, position, mark)}, or it would trigger immediately.`
}

const theMark = ({ market }: Turn, { symbol }: Position, mark: Ticks): string =>
  `the mark price ${market.instruments.get(symbol)?.instrument.price.print(mark) ?? ''}`.trim()

/**
 * Returns whether liquidation is at least `minLiquidationBuffer` times as far from the entry as the stop; a stop in
 * profit must only be reached before it.
 */
const isWithinBuffer = (turn: Turn, position: Position, stop: Ticks): boolean => {
  const { market, rules } = turn
  const instrument = market.instruments.get(position.symbol)?.instrument
  const buffer = rules.constitution.limits.minLiquidationBuffer
  if (!instrument || buffer === null) return false
  const liquidation = liquidationAt(turn, instrument, { quantity: signedQuantity(position), cost: position.cost })
  if (liquidation === null) return true
  const entry = toMoney(computeEntryPrice(instrument, position))
  const lossAt = (price: Money): number => directionSign(position) * Number(entry - price)
  const [toLiquidation, toStop] = [lossAt(liquidation), lossAt(priceToMoney(instrument, stop))]
  return toStop > 0 ? toLiquidation >= buffer * toStop : toLiquidation > toStop
}
