/** Protection of one position, and the reason why it is incomplete. */

import type { Static } from 'typebox'
import type { protectionBlockerTruth } from '../../../../contract/monitor/protection-blocker-truth.ts'
import type { Order, Position } from '../../../../contract/trading.ts'
import { decimal, divideRounded, printDecimal, rescale, toFloat } from '../../../core/decimal.ts'
import { type Instant, toRfc3339OrNull } from '../../../core/instant.ts'
import type { Constitution } from '../../../domain/risk/constitution.ts'
import type { Available, Frame } from '../../frame/surface.ts'
import type { GuardTruth } from '../../inputs/account.ts'

/** Builds the body of a position with all data on its protection. */
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

type Guarded = Static<(typeof protectionBlockerTruth)['data']>['positions'][number]

/** Returns how long a position has been without a stop for its full size. */
export const unprotectedMs = ({ protection: { unprotectedSince } }: Position, nowMs: Instant): number =>
  unprotectedSince === null ? 0 : Math.max(0, nowMs - Date.parse(unprotectedSince))

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

/**
 * Returns the distance of the active stop at the exchange from the nearer of entry price and mark price, in percent on
 * the losing side; null without a stop.
 */
export const standingDistancePct = ({ direction, entryPrice, markPrice, protection }: Position): number | null => {
  const standing = protection.stopLoss?.standingTriggerPrice ?? null
  if (standing === null) return null
  const stop = toFloat(decimal(standing))
  const sign = direction === 'LONG' ? 1 : -1
  const distances = [entryPrice, markPrice].flatMap((price) => {
    const from = price === null ? 0 : toFloat(decimal(price))
    return from > 0 ? [((sign * (from - stop)) / from) * 100] : []
  })
  return distances.length === 0 ? null : Math.min(...distances)
}

/** Returns whether the active stop is too far away to count as protection. */
export const isFarStop = (position: Position, { limits: { maxStopPct } }: Constitution): boolean => {
  const distance = standingDistancePct(position)
  return maxStopPct !== null && distance !== null && distance > maxStopPct
}

type Blocker = NonNullable<Guarded['blocker']>

/** Inputs for a position whose full size is not protected. */
export interface Uncovered {
  readonly position: Position
  readonly stop: Order | undefined
  readonly guard: GuardTruth | undefined
  /** Returns whether the active stop is too far away to count as protection. */
  readonly isFar: boolean
  /** True when the exchange sends updates of our orders now; undefined when that is unknown. */
  readonly isConnected: boolean | undefined
}

/** Returns what prevents the protection of a position; null when its stop is just being placed. */
export const protectionBlocker = (uncovered: Uncovered): Blocker | null => {
  const cause = CAUSES.find(({ holds }) => holds(uncovered))
  if (!cause) return null
  const { guard } = uncovered
  return {
    code: cause.code,
    message: cause.message,
    attempts: countAttempts(uncovered),
    lastErrorCategory: guard?.lastRefusal?.category ?? null,
  }
}

/** Counts the failed attempts. */
const countAttempts = ({ guard, stop }: Uncovered): number => {
  const { refusals = 0, lostStops24h = 0, stopReadAtMs = null } = guard ?? {}
  return refusals + lostStops24h + (stopReadAtMs === null ? (stop?.dispatch.attempts ?? 0) : 0)
}

/** Documented codes of Binance USDⓈ-M and Bybit for too many conditional orders. */
const TOO_MANY: readonly string[] = ['-4045', '110009']

const refusedFor =
  (category: string) =>
  ({ guard }: Uncovered): boolean =>
    guard?.lastRefusal?.category === category

const closingSide = ({ direction }: Position): Order['side'] => (direction === 'LONG' ? 'SELL' : 'BUY')

/** Causes in order of precedence: the first that applies is reported. */
const CAUSES: readonly {
  readonly code: Blocker['code']
  readonly message: string
  readonly holds: (uncovered: Uncovered) => boolean
}[] = [
  {
    code: 'PRICE_THROUGH_STOP',
    message: 'The trigger price of its stop or target has already been reached; it is closed instead.',
    holds: ({ guard }) => guard?.isPriceThrough ?? false,
  },
  {
    code: 'WRONG_SIDE',
    message: 'The order placed as its stop would add to the position.',
    holds: ({ stop, position }) => stop !== undefined && stop.side !== closingSide(position),
  },
  {
    code: 'STOP_TOO_FAR',
    message: 'The active stop is too far away to protect it; the default stop replaces it.',
    holds: ({ isFar }) => isFar,
  },
  {
    code: 'OUTCOME_UNKNOWN',
    message: 'Its stop is being confirmed with the exchange.',
    holds: ({ stop }) => stop?.status === 'OUTCOME_UNKNOWN',
  },
  {
    code: 'MAX_CONDITIONAL_ORDERS',
    message: 'The exchange accepts no more conditional orders for this symbol.',
    holds: ({ guard }) => TOO_MANY.includes(guard?.lastRefusal?.code ?? ''),
  },
  {
    code: 'FILTER_REJECT',
    message: 'The exchange rejects the price or quantity of its stop.',
    holds: refusedFor('FILTER'),
  },
  { code: 'RATE_LIMITED', message: 'The exchange is rate limiting requests.', holds: refusedFor('RATE_LIMIT') },
  {
    code: 'VENUE_UNAVAILABLE',
    message: 'The exchange sends no order updates.',
    holds: ({ guard, isConnected }) => isConnected === false || guard?.isAble === false,
  },
  {
    code: 'REFUSED',
    message: 'The exchange rejected its stop.',
    holds: ({ guard }) => (guard?.refusals ?? 0) > 0,
  },
  {
    code: 'NOT_FOUND_AFTER_ACK',
    message: 'The exchange accepted its stop but no longer has it.',
    holds: ({ position }) => position.protection.state === 'LOST',
  },
  {
    code: 'NOT_READ_BACK',
    message: 'The exchange accepted its stop, which has not been read back yet.',
    holds: ({ position }) => position.protection.state === 'ACKED',
  },
  {
    code: 'COVERAGE_SHORT',
    message: 'Its stop covers only part of it.',
    holds: ({ position }) => position.protection.state === 'PARTIAL',
  },
]
