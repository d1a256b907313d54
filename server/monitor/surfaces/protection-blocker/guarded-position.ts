import type { Static } from 'typebox'
import type { protectionBlockerTruth } from '../../../../contract/monitor/protection-blocker-truth.ts'
import type { Order, Position } from '../../../../contract/trading.ts'
import { type Instant, toRfc3339 } from '../../../core/instant.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { GuardTruth } from '../../inputs/protection.ts'
import { isFarStop } from './far-stop.ts'
import { protectionBlocker } from './protection-blocker.ts'
import { stopFigures } from './stop-figures.ts'

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
    lastStopLostAt: guard?.lastStopLostAtMs == null ? null : toRfc3339(guard.lastStopLostAtMs),
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
  lastReadAt: guard?.stopReadAtMs == null ? null : toRfc3339(guard.stopReadAtMs),
})

const judgeFallback = (guard: GuardTruth | undefined, isLate: boolean): Guarded['fallback'] => {
  if (!guard) return 'NONE'
  if (guard.isClosing) return 'CLOSE_SENT'
  if (guard.closesFailed > 0) return 'CLOSE_FAILED'
  return guard.isPriceThrough || (isLate && guard.isAble) ? 'CLOSE_SCHEDULED' : 'NONE'
}
