/**
 * Rules of the surface `protection-blocker-truth`: whether every position has a verified stop, and what prevents it.
 */

import { protectionBlockerTruth as contract } from '../../../../contract/monitor/protection-blocker-truth.ts'
import type { Position } from '../../../../contract/trading.ts'
import { decimal, divideRounded, printDecimal, rescale } from '../../../core/decimal.ts'
import { type Instant, isFresh, SECOND_MS, type TimeRange } from '../../../core/instant.ts'
import { exchangeLost } from '../../frame/exchange-lost.ts'
import { limitOrZero } from '../../frame/input.ts'
import { counted, seconds } from '../../frame/missing-evidence.ts'
import { observedOfDay } from '../../frame/observed-time.ts'
import { type Cause, defineSurface, type Frame, type MissingItem } from '../../frame/surface.ts'
import type { GuardTruth, ProtectionTruth } from '../../inputs/account.ts'
import { guardedPosition, isFarStop, standingDistancePct, unprotectedMs } from './guarded-position.ts'

/** Verified stops of all positions, and the blocker of each position that has none. */
export const protectionBlockerTruth = defineSurface({
  contract,
  needs: ['positions', 'orders', 'reconciliation', 'protection'],
  lookbackMs: ({ monitor }) => monitor.maxUnknownOutcomeMs,
  optional: ['privateStream', 'evidenceRecord', 'engine'],
  explain: exchangeLost,
  fault({ positions = [], protection }, frame) {
    const { budgetMs } = frame.constitution.protection
    const far = positions.filter((position) => isFarStop(position, frame.constitution))
    if (far.length > 0) return farStops(far, positions.length, frame)
    const naked = positions.filter((position) => unprotectedMs(position, frame.nowMs) > budgetMs)
    if (naked.length === 0) return null
    const longest = Math.max(...naked.map((position) => unprotectedMs(position, frame.nowMs)))
    const summary =
      `${naked.length} of ${counted(positions.length, 'position')} without a verified stop for longer than ` +
      `${seconds(budgetMs)}, the longest for ${seconds(longest)}.`
    return {
      verdict: 'UNPROTECTED',
      summary,
      reasons: [...naked.map((position) => waiting(position, frame)), ...lostStopsCause(protection)],
    }
  },
  judge({ positions, protection }, frame) {
    const of = positions.length
    const [lost, clause] = [lostStopsCause(protection), lostStopsClause(protection)]
    if (of === 0) return { verdict: 'NO_POSITIONS', summary: `No positions are open${clause}.`, reasons: lost }
    const unread = positions.flatMap((position) => findUnread(position, protection.guards, frame) ?? [])
    const unpriced = positions.flatMap((position) => findUnpriced(position, protection, frame) ?? [])
    const [first, ...more] = [...unread, ...unpriced]
    if (first) return { missing: [first, ...more], reasons: lost }
    const pending = positions.filter(({ protection: { unprotectedSince } }) => unprotectedSince !== null)
    const lately = lostLately(protection.guards, frame)
    if (pending.length === 0) {
      const whole = `${of} of ${of === 1 ? '1 position has a stop for its' : `${of} positions have stops for their`} full size, read back from the exchange`
      if (lately.length === 0) return { verdict: 'ALL_PROTECTED', summary: `${whole}${clause}.`, reasons: lost }
      const within = seconds(frame.constitution.monitor.maxUnknownOutcomeMs)
      const summary = `${whole}, but ${lately.length} of them lost one within the last ${within}${clause}.`
      return { verdict: 'PROTECTION_PENDING', summary, reasons: [...lately, ...lost] }
    }
    const summary =
      `${pending.length} of ${counted(of, 'position')} waiting for a verified stop, ` +
      `within the allowed ${seconds(frame.constitution.protection.budgetMs)}${clause}.`
    const waits = pending.map((position) => waiting(position, frame))
    return { verdict: 'PROTECTION_PENDING', summary, reasons: [...waits, ...lately, ...lost] }
  },
  data(inputs, frame) {
    const { positions = [], protection } = inputs
    const { budgetMs } = frame.constitution.protection
    const isFar = (position: Position): boolean => isFarStop(position, frame.constitution)
    const open = positions.filter((position) => position.protection.unprotectedSince !== null || isFar(position))
    const late = open.filter((position) => unprotectedMs(position, frame.nowMs) > budgetMs || isFar(position))
    return {
      positions: positions.map((position) => guardedPosition(position, inputs, frame)),
      totals: {
        positions: positions.length,
        protected: positions.length - open.length,
        pending: open.length - late.length,
        unprotected: late.length,
        unprotectedNotional: uncoveredNotional(open),
        unprotectedExposureUsdSeconds24h: protection?.exposureUsdSeconds ?? null,
        lostStops24h: protection?.lostStops24h ?? null,
        observedSec24h: protection ? observedSec(protection, inputs.evidenceRecord?.gaps ?? [], frame) : 0,
      },
      entryGate: entryGateBody(inputs.positions && protection?.unprotectedBeyondBudget),
      latency: {
        fillToVerifiedMs: protection?.fillToVerifiedMs ?? { p50: null, p99: null, max: null, n: 0 },
        longestUnprotectedMs: protection?.longestUnprotectedMs ?? null,
      },
      venue: {
        atomicAttach: protection?.attachesStops ?? null,
        protectiveSurvivesDeadMan: null,
        conformanceRanAt: null,
      },
    }
  },
})

/** Reports stops that are too far away to protect, even while verified. */
const farStops = (far: readonly Position[], of: number, { constitution }: Frame) => {
  const limit = constitution.limits.maxStopPct ?? 0
  return {
    verdict: 'UNPROTECTED' as const,
    summary: `${far.length} of ${counted(of, 'position')} with a stop more than ${limit}% away, which does not count as protection.`,
    reasons: far.map((position) => ({
      code: 'STOP_TOO_FAR',
      message: `${position.symbol}: the stop at ${position.protection.stopLoss?.standingTriggerPrice} is too far away; the default stop replaces it.`,
      value: Math.round((standingDistancePct(position) ?? 0) * 100) / 100,
      threshold: limit,
      unit: 'percent',
      of: ['positions'] as const,
    })),
  }
}

const observedSec = (
  { recordedSinceMs: sinceMs }: ProtectionTruth,
  gaps: readonly TimeRange[],
  { nowMs }: { readonly nowMs: Instant },
): number => Math.floor(observedOfDay({ sinceMs, gaps }, nowMs) / SECOND_MS)

const waiting = (position: Position, { nowMs, constitution }: Frame): Cause => ({
  code: `PROTECTION_${position.protection.state}`,
  message: `${position.symbol}: ${position.protection.coveragePct.toFixed(0)}% of it covered by a verified stop.`,
  value: unprotectedMs(position, nowMs),
  threshold: constitution.protection.budgetMs,
  unit: 'ms',
  of: ['positions'],
})

/** Reports missing proof: the exchange must have confirmed the stop recently and after the last fill. */
const findUnread = (position: Position, guards: readonly GuardTruth[], frame: Frame): MissingItem | undefined => {
  if (position.protection.unprotectedSince !== null) return undefined
  const guard = guards.find(({ positionId }) => positionId === position.id)
  const { stopReadAtMs = null, lastFillAtMs = null } = guard ?? {}
  const limitMs = frame.constitution.data.maxPrivateStreamAgeMs ?? 0
  const isOld = stopReadAtMs === null || !isFresh(stopReadAtMs, frame.nowMs, limitMs)
  if (!isOld && stopReadAtMs >= (lastFillAtMs ?? 0)) return undefined
  const since = isOld ? '' : ', after the last fill'
  return {
    code: 'STOP_READ',
    description: `Last successful read-back of the stop of ${position.symbol}`,
    have: stopReadAtMs === null ? null : `${seconds(frame.nowMs - stopReadAtMs)} old`,
    need: `at most ${seconds(limitMs)} old${since}`,
    producedBy: 'exchange adapter',
    earliestAtMs: null,
  }
}

/** Reports a missing price: a stop that this server triggers is no protection while its price is not known. */
const findUnpriced = (
  { id, symbol }: Position,
  { guards, triggersStops }: ProtectionTruth,
  { nowMs, constitution }: Frame,
): MissingItem | undefined => {
  if (!triggersStops) return undefined
  const { pricedAtMs = null } = guards.find(({ positionId }) => positionId === id) ?? {}
  const limitMs = limitOrZero(constitution.data.maxMarkAgeMs)
  if (pricedAtMs !== null && isFresh(pricedAtMs, nowMs, limitMs)) return undefined
  return {
    code: 'TRIGGER_PRICE',
    description: `Price of ${symbol}, at which this server triggers its stop`,
    have: pricedAtMs === null ? null : `${seconds(nowMs - pricedAtMs)} old`,
    need: `at most ${seconds(limitMs)} old`,
    producedBy: 'market source',
    earliestAtMs: null,
  }
}

/** Returns the open notional at the mark price without a verified stop. */
const uncoveredNotional = (open: readonly Position[]): string => {
  const sum = open.reduce((total, { notional, protection: { coveragePct } }) => {
    const { units } = rescale(decimal(notional), Math.max(MONEY_SCALE, decimal(notional).scale))
    return total + divideRounded(units * BigInt(Math.round((100 - coveragePct) * 10_000)), 1_000_000n)
  }, 0n)
  return printDecimal({ units: sum, scale: MONEY_SCALE })
}

const MONEY_SCALE = 8

const entryGateBody = (beyond: number | undefined) => {
  if (beyond === undefined)
    return { G23: 'FAIL', because: 'It was not observed whether a position is without its stop.' } as const
  return beyond === 0
    ? ({ G23: 'PASS', because: 'No position has been without a verified stop for too long.' } as const)
    : ({
        G23: 'FAIL',
        because: `${counted(beyond, 'position')} without a verified stop beyond the allowed time; the limit is 0.`,
      } as const)
}

/** Reports stops that were found missing at the exchange, whatever the verdict; empty when there were none. */
const lostStopsCause = (protection: Pick<ProtectionTruth, 'lostStops24h'> | undefined): readonly Cause[] => {
  const { lostStops24h = 0 } = protection ?? {}
  if (lostStops24h === 0) return []
  return [
    {
      code: 'STOPS_LOST',
      message: `${counted(lostStops24h, 'stop')} accepted by the exchange disappeared in the last 24 h.`,
      value: lostStops24h,
      threshold: 0,
      unit: 'stops',
      of: ['protection'],
      severity: 'WARN',
    },
  ]
}

/** Formats lost stops as the end of a summary. */
const lostStopsClause = ({ lostStops24h }: Pick<ProtectionTruth, 'lostStops24h'>): string =>
  lostStops24h === 0 ? '' : `; lost at the exchange in 24 h: ${counted(lostStops24h, 'stop')}`

/** Code of the reason for a position that has lost its stop. */
export const STOP_LOST = 'STOP_LOST_LATELY'

/** Returns a recent loss of a stop whose replacement is not yet verified. */
const lostLately = (guards: readonly GuardTruth[], { nowMs, constitution }: Frame): readonly Cause[] => {
  const limitMs = constitution.monitor.maxUnknownOutcomeMs
  return guards.flatMap(({ lastStopLostAtMs }) => {
    if (lastStopLostAtMs === null || nowMs - lastStopLostAtMs > limitMs) return []
    const agoMs = nowMs - lastStopLostAtMs
    return [
      {
        code: STOP_LOST,
        message: `A position lost its stop ${seconds(agoMs)} ago; it counts as protected again ${seconds(limitMs)} after the loss.`,
        value: agoMs,
        threshold: limitMs,
        unit: 'ms',
        of: ['protection'],
      },
    ]
  })
}
