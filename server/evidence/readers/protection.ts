/** Reader of the protection of every position: stop, refusals, lost stops, and time without a verified stop. */

import type { Instant } from '../../core/instant.ts'
import { computeQuantile } from '../../core/statistics/quantile.ts'
import { printMoney } from '../../domain/account/money.ts'
import { isProtective } from '../../domain/order/order.ts'
import { readRejection } from '../../domain/order/venue-report.ts'
import type { Position } from '../../domain/position/position.ts'
import { workingOrders } from '../../engine/state/ledger.ts'
import { unprotectedBeyond } from '../../engine/trading/guards.ts'
import { isClosing } from '../../engine/trading/protect.ts'
import type { GuardTruth, ProtectionTruth } from '../../monitor/inputs/account.ts'
import { priceObservedAtMs } from '../../views/freshness.ts'
import type { TruthSources } from '../evidence-sources.ts'
import { always } from '../reader.ts'
import {
  type LostStop,
  longestUnprotected,
  type ProtectionRecord,
  recentLostStops,
  unprotectedExposure,
} from '../records/protection-record.ts'

/** Reads the protection of every position, and its record in this run. */
export const protectionReader = always<ProtectionTruth>((sources, nowMs) => protectionTruth(sources, nowMs))

/** Inputs of the protection reader. */
export type ProtectionSources = Pick<TruthSources, 'state' | 'exchange'> & {
  readonly records: Pick<TruthSources['records'], 'protection'>
}

export const protectionTruth = (sources: ProtectionSources, nowMs: Instant) => {
  const { state, records, exchange } = sources
  const { ledger, rules } = state
  const { protection } = records
  const lost = recentLostStops(protection.stops, nowMs)
  return {
    value: {
      guards: [...ledger.positions.values()].map((position) => ({
        ...guardTruth(sources, position, nowMs),
        ...lostTruth(lost, position),
      })),
      unprotectedBeyondBudget: unprotectedBeyond(ledger, rules.constitution.protection.budgetMs, nowMs),
      ...exchange,
      fillToVerifiedMs: latencyQuantiles(protection),
      longestUnprotectedMs: longestUnprotected(protection, ledger.positions.values(), nowMs),
      lostStops24h: lost.length,
      exposureUsdSeconds: printMoney(unprotectedExposure(protection, nowMs)),
      recordedSinceMs: protection.sinceMs,
    },
    observedAtMs: nowMs,
  }
}

type LostTruth = Pick<GuardTruth, 'lostStops24h' | 'lastStopLostAtMs'>

const lostTruth = (lost: readonly LostStop[], { positionId }: Position): LostTruth => {
  const own = lost.filter((stop) => stop.positionId === positionId)
  return { lostStops24h: own.length, lastStopLostAtMs: own.at(-1)?.atMs ?? null }
}

const guardTruth = (
  { state, records }: ProtectionSources,
  position: Position,
  nowMs: number,
): Omit<GuardTruth, keyof LostTruth> => {
  const { ledger, session, market, rules } = state
  const { positionId, symbol, openedAtMs, protection } = position
  const known = session.guards.get(symbol)
  const guard = known?.positionId === positionId ? known : undefined
  const marketNowMs = rules.clockChecked ? nowMs : market.clockMs
  return {
    positionId,
    sinceFirstFillMs: Math.max(0, marketNowMs - openedAtMs),
    stopReadAtMs: protection.stopOrderId === null ? null : (session.verified.get(protection.stopOrderId) ?? null),
    lastFillAtMs: records.protection.lastFillAtMs.get(positionId) ?? null,
    refusals: guard?.refusals ?? 0,
    lastRefusal: guard && guard.refusals > 0 ? findLastRefusal(state, positionId) : null,
    isPriceThrough: guard?.closeNow ?? false,
    isAble: guard !== undefined && guard.ableAtMs !== null,
    closesFailed: guard?.closeFailures ?? 0,
    pricedAtMs: priceObservedAtMs(market.instruments.get(symbol)) ?? null,
    isClosing: workingOrders(ledger).some((order) => order.origin === 'GUARDIAN' && isClosing(order, position)),
  }
}

/** Returns the last refusal of a protective order, with the message of the exchange if it was rejected there. */
const findLastRefusal = ({ ledger }: TruthSources['state'], positionId: string): GuardTruth['lastRefusal'] => {
  const last = [...ledger.orders.values()].findLast(
    (order) => order.positionId === positionId && isProtective(order) && order.status === 'REJECTED',
  )
  return (last?.statusReason && readRejection(last.statusReason)) || null
}

const latencyQuantiles = ({ latencies }: ProtectionRecord): ProtectionTruth['fillToVerifiedMs'] => {
  const took = latencies.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b)
  if (took.length === 0) return { p50: null, p99: null, max: null, n: 0 }
  return { p50: computeQuantile(took, 0.5), p99: computeQuantile(took, 0.99), max: took.at(-1) ?? null, n: took.length }
}
