import type { Static } from 'typebox'
import type { protectionBlockerTruth } from '../../../../contract/monitor/protection-blocker-truth.ts'
import type { Order, Position } from '../../../../contract/trading.ts'
import { decimal, divideRounded, printDecimal, rescale, toFloat } from '../../../core/decimal.ts'
import { type Instant, toRfc3339OrNull } from '../../../core/instant.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { GuardTruth } from '../../inputs/account.ts'
import { isFarStop } from './far-stop.ts'
import { protectionBlocker } from './protection-blocker.ts'

type Guarded = Static<(typeof protectionBlockerTruth)['data']>['positions'][number]

/** Returns how long a position has been without a stop of its whole size. */
export const unprotectedMs = ({ protection: { unprotectedSince } }: Position, nowMs: Instant): number =>
  unprotectedSince === null ? 0 : Math.max(0, nowMs - Date.parse(unprotectedSince))

/** A position with everything that is known of its protection. */
export const guardedPosition = (
  position: Position,
  { orders = [], protection, privateStream }: Available<'orders' | 'protection' | 'privateStream'>,
  { nowMs, constitution }: Pick<Frame, 'nowMs' | 'constitution'>,
): Guarded => {
  const guard = protection?.guards.find(({ positionId }) => positionId === position.id)
  const stop = orders.find(({ orderId }) => orderId === position.protection.stopLoss?.orderId)
  const waitedMs = unprotectedMs(position, nowMs)
  const { budgetMs } = constitution.protection
  const isFar = isFarStop(position, constitution)
  const uncovered = { position, stop, guard, isFar, isConnected: privateStream && privateStream.state === 'connected' }
  return {
    positionId: position.id,
    symbol: position.symbol,
    qty: position.qty,
    notional: position.notional,
    state: position.protection.state,
    coveragePct: position.protection.coveragePct,
    stop: stop ? stopBody(position, stop, guard) : null,
    sinceFirstFillMs: guard?.sinceFirstFillMs ?? Math.max(0, nowMs - Date.parse(position.openedAt)),
    unprotectedMs: waitedMs,
    budgetMs,
    lostStops24h: guard?.lostStops24h ?? null,
    lastStopLostAt: toRfc3339OrNull(guard?.lastStopLostAtMs),
    ...stopFigures(position, stop),
    blocker: isFar || position.protection.unprotectedSince !== null ? protectionBlocker(uncovered) : null,
    fallback: judgeFallback(guard, waitedMs > budgetMs),
  }
}

const stopBody = (position: Position, stop: Order, guard: GuardTruth | undefined): NonNullable<Guarded['stop']> => ({
  orderId: stop.orderId,
  triggerPrice: stop.triggerPrice ?? '0',
  triggerBy: stop.triggerBy ?? 'MARK',
  reduceOnly: stop.reduceOnly,
  closePosition: false,
  verifiedAt: position.protection.verifiedAt,
  lastReadAt: toRfc3339OrNull(guard?.stopReadAtMs),
})

const judgeFallback = (guard: GuardTruth | undefined, isLate: boolean): Guarded['fallback'] => {
  if (!guard) return 'NONE'
  if (guard.isClosing) return 'CLOSE_SENT'
  if (guard.closesFailed > 0) return 'CLOSE_FAILED'
  return guard.isPriceThrough || (isLate && guard.isAble) ? 'CLOSE_SCHEDULED' : 'NONE'
}

/** Distance of a position from its stop, and the loss at the stop. */
interface StopFigures {
  readonly distanceToStopBps: number | null
  readonly liqBufferRatio: number | null
  readonly lossAtStopUsd: string | null
}

/** Computes the stop figures; all null when there is no active stop. */
export const stopFigures = (position: Position, stop: Pick<Order, 'triggerPrice'> | undefined): StopFigures => {
  const at = stop?.triggerPrice
  if (at == null) return { distanceToStopBps: null, liqBufferRatio: null, lossAtStopUsd: null }
  const sign = position.direction === 'LONG' ? 1 : -1
  const [entry, trigger] = [toFloat(decimal(position.entryPrice)), toFloat(decimal(at))]
  const [mark, liquidation] = [parseFloatOrNull(position.markPrice), parseFloatOrNull(position.liquidationPrice)]
  const toStop = Math.abs(trigger - entry)
  return {
    distanceToStopBps: mark === null ? null : rounded(((sign * (mark - trigger)) / mark) * 10_000),
    liqBufferRatio: liquidation === null || toStop === 0 ? null : rounded(Math.abs(liquidation - entry) / toStop),
    lossAtStopUsd: lossAt(position, at),
  }
}

const parseFloatOrNull = (text: string | null): number | null => (text === null ? null : toFloat(decimal(text)))

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Decimal digits of USDT in our ledger. */
const MONEY_SCALE = 8

/** (entry − stop) × quantity for a LONG, the reverse for a SHORT. */
const lossAt = ({ entryPrice, qty, direction }: Position, triggerPrice: string): string => {
  const [entry, trigger, quantity] = [decimal(entryPrice), decimal(triggerPrice), decimal(qty)]
  const scale = Math.max(entry.scale, trigger.scale)
  const apart = rescale(entry, scale).units - rescale(trigger, scale).units
  const loss = (direction === 'LONG' ? apart : -apart) * quantity.units * 10n ** BigInt(MONEY_SCALE)
  return printDecimal({ units: divideRounded(loss, 10n ** BigInt(scale + quantity.scale)), scale: MONEY_SCALE })
}
