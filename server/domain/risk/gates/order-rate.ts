import { HOUR_MS, type Instant, MINUTE_MS, SECOND_MS } from '../../../core/instant.ts'
import type { Candidate } from '../../order/order.ts'
import { byItself, gateWithLimits, increases, isAutotradingEntry, type Observation } from '../gate.ts'
import { firstFailing, measure } from '../observation.ts'
import { among, byAutotrading, upTo } from '../probes/cases.ts'
import type { RecentOrder, RiskView } from '../risk-view.ts'
import { whole } from '../setting-rule.ts'

/**
 * Limits the number of orders per second and per minute, and the number of autotrading entries per hour in the same
 * symbol and direction.
 */
export const orderRate = gateWithLimits({
  id: 'G18',
  code: 'RATE',
  kind: 'S',
  label: 'order rate',
  remedy: byItself('Too many orders were sent recently; the window passes automatically.'),
  limits: {
    'limits.ordersPerSecond': {
      default: 5,
      allowed: whole(0, 1_000_000),
      title: 'Orders per second',
      unit: 'count',
      bound: 'at most',
      used: (risk) => sinceCount(risk, SECOND_MS),
      probe: { steps: upTo(), least: 1, createCase: (count, constitution) => among(constitution, count, 1) },
    },
    'limits.ordersPerMinute': {
      default: 60,
      allowed: whole(0, 60_000_000),
      title: 'Orders per minute',
      unit: 'count',
      bound: 'at most',
      used: (risk) => sinceCount(risk, MINUTE_MS),
      probe: {
        steps: upTo(),
        least: 1,
        createCase: (count, constitution) => among(constitution, count, MINUTE_MS / 2),
      },
    },
    'limits.entriesPerHour': {
      default: 6,
      allowed: whole(0, 1_000_000),
      title: 'Identical autotrading entries per hour',
      unit: 'count',
      bound: 'at most',
      used: (risk) => countMostAlike(risk),
      probe: {
        steps: upTo(),
        least: 1,
        createCase: (count, constitution) => byAutotrading(among(constitution, count, HOUR_MS / 2)),
      },
    },
  },
  enforces: increases,
  read: (candidate, view) => {
    const { limits } = view.constitution
    return firstFailing(
      measure({
        what: 'the number of orders in this second',
        observed: sinceCount(view, SECOND_MS) + 1,
        bound: 'at most',
        limit: limits.ordersPerSecond,
        unit: 'count',
        setting: 'limits.ordersPerSecond',
        remedy: 'send it again after a second',
      }),
      measure({
        what: 'the number of orders in this minute',
        observed: sinceCount(view, MINUTE_MS) + 1,
        bound: 'at most',
        limit: limits.ordersPerMinute,
        unit: 'count',
        setting: 'limits.ordersPerMinute',
        remedy: 'send it again after a minute',
      }),
      ...(isAutotradingEntry(candidate) ? [entriesReading(candidate, view)] : []),
    )
  },
})

const entriesReading = ({ terms }: Candidate, view: RiskView): Observation =>
  measure({
    what: 'the number of identical autotrading entries in this hour',
    observed: countAlike(terms, view) + 1,
    bound: 'at most',
    limit: view.constitution.limits.entriesPerHour,
    unit: 'count',
    setting: 'limits.entriesPerHour',
    remedy: 'check why the strategy repeats itself',
  })

/** Counts the autotrading entries in the same symbol and direction within the hour. */
const countAlike = ({ symbol, side }: Pick<RecentOrder, 'symbol' | 'side'>, view: RecentOrders): number => {
  let alike = 0
  for (let index = firstSince(view, HOUR_MS); index < view.recent.length; index++) {
    const order = view.recent[index] as RecentOrder
    if (order.symbol === symbol && order.side === side && isEntry(order)) alike++
  }
  return alike
}

/** Returns the highest number of autotrading entries in one symbol and direction within the hour. */
const countMostAlike = (view: RecentOrders): number => {
  const counts = new Map<string, number>()
  for (const order of view.recent.slice(firstSince(view, HOUR_MS))) {
    if (!isEntry(order)) continue
    const key = `${order.side} ${order.symbol}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values())
}

/** Returns whether an order was an entry of autotrading. */
const isEntry = ({ origin, increasing }: RecentOrder): boolean => origin === 'AUTOTRADING' && increasing

type RecentOrders = Pick<RiskView, 'recent' | 'atMs'>

const sinceCount = (view: RecentOrders, windowMs: number): number => view.recent.length - firstSince(view, windowMs)

/** Returns the index of the first recent order within the window, by binary search in the chronological list. */
const firstSince = ({ recent, atMs }: RecentOrders, windowMs: number): number => {
  const since: Instant = atMs - windowMs
  let [from, to] = [0, recent.length]
  while (from < to) {
    const middle = (from + to) >>> 1
    if ((recent[middle]?.atMs ?? since) > since) to = middle
    else from = middle + 1
  }
  return from
}
