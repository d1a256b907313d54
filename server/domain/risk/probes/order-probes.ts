import { HOUR_MS, MINUTE_MS } from '../../../core/instant.ts'
import { above, among, byAutotrading, repeated, seeing } from './cases.ts'
import { healthyView } from './healthy-case.ts'
import { gateProbe, type Probe } from './probe.ts'
import { below, downTo, upTo } from './steps.ts'

const TICKS_PER_BP = 100

/** Probes of the limits on order prices. */
export const PRICE_PROBES: readonly Probe[] = [
  gateProbe({
    path: 'limits.limitCollarBps',
    gateId: 'G10',
    title: 'The distance of a LIMIT order beyond the mark',
    unit: 'bps',
    bound: 'at most',
    steps: upTo(TICKS_PER_BP),
    createCase: (distance, constitution) => above(constitution, distance, 'LIMIT'),
  }),
  gateProbe({
    path: 'limits.marketCollarBps',
    gateId: 'G10',
    title: 'How far a MARKET order may walk from the mark',
    unit: 'bps',
    bound: 'at most',
    steps: upTo(TICKS_PER_BP),
    createCase: (distance, constitution) => above(constitution, distance, 'MARKET'),
  }),
]

/** Probes of the limits on order rates. */
export const RATE_PROBES: readonly Probe[] = [
  gateProbe({
    path: 'limits.ordersPerSecond',
    gateId: 'G18',
    title: 'Orders in a second',
    unit: 'count',
    bound: 'at most',
    steps: upTo(),
    least: 1,
    createCase: (count, constitution) => among(constitution, count, 1),
  }),
  gateProbe({
    path: 'limits.ordersPerMinute',
    gateId: 'G18',
    title: 'Orders in a minute',
    unit: 'count',
    bound: 'at most',
    steps: upTo(),
    least: 1,
    createCase: (count, constitution) => among(constitution, count, MINUTE_MS / 2),
  }),
  gateProbe({
    path: 'limits.entriesPerHour',
    gateId: 'G18',
    title: 'Entries of autotrading alike in an hour',
    unit: 'count',
    bound: 'at most',
    steps: upTo(),
    least: 1,
    createCase: (count, constitution) => byAutotrading(among(constitution, count, HOUR_MS / 2)),
  }),
  gateProbe({
    path: 'limits.duplicateWindowMs',
    gateId: 'G19',
    title: 'The time between equal orders',
    unit: 'ms',
    bound: 'at least',
    steps: downTo(),
    least: Number.NEGATIVE_INFINITY,
    createCase: (agoMs, constitution) => repeated(constitution, agoMs),
    readBack: ({ limit }, { view }) => (limit === null ? undefined : view.constitution.limits.duplicateWindowMs),
  }),
]

const HUNDREDTHS = 100

/** Probes of the loss limits beyond which every entry is refused. */
export const LOSS_PROBES: readonly Probe[] = [
  gateProbe({
    path: 'limits.maxDayLossPct',
    gateId: 'G20',
    title: 'The loss of a day over the equity',
    unit: 'percent',
    bound: 'at most',
    steps: upTo(HUNDREDTHS),
    createCase: (loss, constitution) =>
      byAutotrading(seeing(constitution, { day: { ...healthyView(constitution).day, netPct: -loss / HUNDREDTHS } })),
    readBack: ({ limit }) => (limit === null ? undefined : 0 - Number(limit)),
  }),
  gateProbe({
    path: 'limits.maxDrawdownPct',
    gateId: 'G21',
    title: 'The fall of the equity below its peak',
    unit: 'percent',
    bound: 'at most',
    steps: upTo(HUNDREDTHS),
    createCase: (fall, constitution) =>
      byAutotrading(
        seeing(constitution, { day: { ...healthyView(constitution).day, drawdownPct: fall / HUNDREDTHS } }),
      ),
  }),
  gateProbe({
    path: 'limits.maxLossStreak',
    gateId: 'G22',
    title: 'Losses in a row',
    unit: 'count',
    bound: 'less than',
    steps: below,
    createCase: (lossStreak, constitution) =>
      byAutotrading(seeing(constitution, { day: { ...healthyView(constitution).day, lossStreak } })),
  }),
]
