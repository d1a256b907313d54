/**
 * Data of the surface `execution-throttle-truth`: incoming and outgoing requests, order flow, and the use of each
 * limit.
 */

import type { Static } from 'typebox'
import type { executionThrottleTruth } from '../../../../contract/monitor/execution-throttle-truth.ts'
import { toRfc3339, toRfc3339OrNull } from '../../../core/instant.ts'
import { CONDUCT_LIMITS, type ConductLimit, conductUse } from '../../../domain/order/order-flow.ts'
import type { TruthInputs } from '../../frame/inputs.ts'
import type { Available, Cause } from '../../frame/surface.ts'
import type { VenueBudgetTruth } from '../../inputs/exchange.ts'
import type { TrafficTruth } from '../../inputs/http.ts'
import type { FlowTruth, OrderFlowTruth } from '../../inputs/order-flow.ts'

/** Builds the data on incoming requests, outgoing requests, and the conduct of our orders. */
export const throttleData = ({ traffic, venueBudget, orderFlow, engine, orders }: ThrottleInputs): Data => ({
  inbound: traffic ? inboundBody(traffic) : null,
  outbound: venueBudget ? outboundBody(venueBudget) : null,
  orderFlow: orderFlow ? orderFlowBody(orderFlow) : null,
  retries: retryBodies(orderFlow),
  idempotency: idempotencyBody(traffic, orderFlow),
  outcomes: {
    unknownOpen: (orders ?? []).flatMap(unknownOutcomes),
    resolvedByProof24h: orderFlow?.day.provenAbsent ?? null,
    resolvedFound24h: orderFlow?.day.resolvedFound ?? null,
    meanResolutionMs: orderFlow?.day.meanProofMs ?? null,
  },
  breakers: (engine?.breakers ?? []).map(breakerBody),
})

type Data = Static<typeof executionThrottleTruth.data>
type ThrottleInputs = Available<'traffic' | 'venueBudget' | 'orderFlow' | 'engine' | 'orders'>

const inboundBody = ({ quotas, controlRefused1h }: TrafficTruth): Data['inbound'] => {
  const ofUsers = quotas.filter(({ name }) => name === 'standard' || name === 'pro')
  const sum = (of: typeof quotas, field: 'active' | 'limited' | 'rejected1h'): number =>
    of.reduce((total, quota) => total + quota[field], 0)
  const control = quotas.find(({ name }) => name === 'control')
  return {
    policies: quotas.map(({ name, requests, windowSec }) => ({ name, q: requests, w: windowSec })),
    principals: { active: sum(ofUsers, 'active'), limited: sum(ofUsers, 'limited') },
    rejected429_1h: sum(quotas, 'rejected1h'),
    controlBucket: { q: control?.requests ?? 0, w: control?.windowSec ?? 0, rejected: controlRefused1h },
  }
}

const outboundBody = (budget: VenueBudgetTruth): Data['outbound'] => ({
  venue: budget.venue,
  budgets: budget.counts.map(({ name, limit, windowMs, used, reservedForStops, publishedAtMs }) => ({
    name,
    limit,
    windowMs,
    used: rounded(used),
    usedPct: percent(used / limit),
    reservedForStopPct: percent(reservedForStops),
    headerObservedAt: toRfc3339OrNull(publishedAtMs),
  })),
  delayed: budget.delayedLately,
  rejections1h: budget.rejected1h,
  bansUntil: toRfc3339OrNull(budget.silentUntilMs),
})

const CYCLE_MINUTES = 10

const orderFlowBody = ({ day, cycle }: OrderFlowTruth): Data['orderFlow'] => ({
  fromAt: toRfc3339(day.fromMs),
  toAt: toRfc3339(day.toMs),
  cycleFromAt: toRfc3339(cycle.fromMs),
  orders24h: day.orders,
  cancels24h: day.canceled,
  trades24h: day.trades,
  ordersPerMin: cycle.orders / CYCLE_MINUTES,
  peakPerSec: day.peakPerSec,
  cancelsPerMin: cycle.canceled / CYCLE_MINUTES,
  orderToTradeRatio: day.ratios.orderToTrade,
  unfilledRatio: day.ratios.unfilled,
  gtcCancelRatio2s: day.ratios.fastCancel,
  iocExpireRatio: day.ratios.expire,
  dustRatio: day.ratios.dust,
  conduct: CONDUCT_LIMITS.map((limit) => {
    const had = conductIn(cycle, limit.name)
    const usedPct = percent(conductUse(limit, had))
    return {
      name: limit.name,
      ratio: had.ratio,
      limit: limit.ratio,
      orders: had.orders,
      minOrders: limit.orders,
      usedPct,
    }
  }),
})

/** Lists which requests are sent only once, and which are repeated and how. */
const retryBodies = (orderFlow: OrderFlowTruth | undefined): Data['retries'] => [
  { class: 'SAFE_READ', maxAttempts: null, backoff: 'Every 1 s to 2 s until answered', ...UNCOUNTED },
  { class: 'CANCEL', maxAttempts: null, backoff: '0.5 s, 1 s, 2 s, then every 5 s until it is answered', ...UNCOUNTED },
  {
    class: 'PROTECT',
    maxAttempts: orderFlow?.protectRetriesMax ?? null,
    backoff: 'After the first one is confirmed not to exist, with the same ID',
    attempts1h: orderFlow?.hour.resent.protect ?? null,
    exhausted1h: orderFlow?.hour.resent.protectExhausted ?? null,
  },
  {
    class: 'ENTRY',
    maxAttempts: 0,
    backoff: 'Never resent',
    attempts1h: orderFlow?.hour.resent.entry ?? null,
    exhausted1h: orderFlow ? 0 : null,
  },
]

const UNCOUNTED = { attempts1h: null, exhausted1h: null }

const idempotencyBody = (
  traffic: TrafficTruth | undefined,
  orderFlow: OrderFlowTruth | undefined,
): Data['idempotency'] => ({
  keysActive: orderFlow?.keysActive ?? null,
  replays24h: traffic?.answers.replays24h ?? null,
  mismatches24h: traffic?.answers.mismatches24h ?? null,
  inFlight: traffic?.answers.inFlight ?? null,
  duplicatesSuppressed24h: traffic?.answers.duplicates24h ?? null,
  clientIdScheme:
    '32 letters and digits, the same for every submission of an order; derived from caller, route and key if a key is sent',
})

const unknownOutcomes = (order: TruthInputs['orders'][number]): Data['outcomes']['unknownOpen'] => {
  const { orderId, status, createdAt, dispatch } = order
  if (status !== 'OUTCOME_UNKNOWN') return []
  const { signedAtMs, provenDeadAtMs } = dispatch
  return [
    {
      orderId,
      since: signedAtMs === null ? createdAt : toRfc3339(signedAtMs),
      provenDeadAt: toRfc3339OrNull(provenDeadAtMs),
    },
  ]
}

const breakerBody = ({
  id,
  state,
  since,
  reset,
}: TruthInputs['engine']['breakers'][number]): Data['breakers'][number] => ({
  id,
  state: state === 'ARMED' ? 'CLOSED' : 'OPEN',
  since,
  trips24h: null,
  reset: reset === 'HOST_REARM' ? 'HOST_REARM' : 'AUTO',
})

const rounded = (figure: number): number => Math.round(figure * 100) / 100
const percent = (share: number): number => Math.round(share * 1_000) / 10

/** Returns the share of one conduct limit that the cycle has used. */
const conductIn = ({ ratios, orders, resting, immediate }: FlowTruth, name: ConductLimit['name']) => {
  const had: Record<ConductLimit['name'], { readonly ratio: number | null; readonly orders: number }> = {
    UNFILLED: { ratio: ratios.unfilled, orders },
    FAST_CANCEL: { ratio: ratios.fastCancel, orders: resting },
    EXPIRE: { ratio: ratios.expire, orders: immediate },
    DUST: { ratio: ratios.dust, orders },
  }
  return had[name]
}

const CONDUCT_NAMES: Readonly<Record<ConductLimit['name'], string>> = {
  UNFILLED: 'unfilled orders',
  FAST_CANCEL: 'fast cancels',
  EXPIRE: 'expired orders',
  DUST: 'very small orders',
}

/** Used share of a limit. */
export interface LimitUse {
  readonly name: string
  readonly use: number
  readonly of: Cause['of'][number]
}

/** Returns every limit of the exchange, the most used first. */
export const limitUses = (cycle: FlowTruth, { counts }: VenueBudgetTruth): LimitUse[] =>
  [
    ...counts.map(({ name, used, limit }): LimitUse => ({ name, use: used / limit, of: 'venueBudget' })),
    ...CONDUCT_LIMITS.map(
      (limit): LimitUse => ({
        name: CONDUCT_NAMES[limit.name],
        use: conductUse(limit, conductIn(cycle, limit.name)),
        of: 'orderFlow',
      }),
    ),
  ].toSorted((a, b) => b.use - a.use)
