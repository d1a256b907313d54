/** Rules of the surface `execution-throttle-truth`: the use of the API quotas and the limits of the exchange. */

import { executionThrottleTruth as contract } from '../../../../contract/monitor/execution-throttle-truth.ts'
import { HOUR_MS, type Instant, toRfc3339 } from '../../../core/instant.ts'
import { counted, seconds } from '../../frame/missing-evidence.ts'
import { type Cause, defineSurface, type Frame, type MissingItem } from '../../frame/surface.ts'
import type { VenueBudgetTruth } from '../../inputs/exchange.ts'
import type { TrafficTruth } from '../../inputs/http.ts'
import { type LimitUse, limitUses, throttleData } from './throttle-data.ts'

/** Usage of the API's quotas and the exchange's limits, and any breach of them. */
export const executionThrottleTruth = defineSurface({
  contract,
  needs: ['traffic', 'venueBudget', 'orderFlow'],
  lookbackMs: () => HOUR_MS,
  optional: ['engine', 'orders'],
  fault({ traffic, venueBudget }, { nowMs }) {
    const reasons = [
      ...(venueBudget ? venueBreaches(venueBudget, nowMs) : []),
      ...(traffic ? controlBreach(traffic) : []),
    ]
    const [first] = reasons
    if (!first) return null
    return { verdict: 'BREACHED', summary: first.message, reasons }
  },
  judge({ traffic, venueBudget, orderFlow }, frame) {
    const { nearLimitShare } = frame.constitution.monitor
    const [most, ...others] = limitUses(orderFlow.cycle, venueBudget)
    const near = [most, ...others].filter((one) => one !== undefined && one.use >= nearLimitShare)
    const reasons: Cause[] = near.flatMap((one) => (one ? nearReason(one, nearLimitShare) : []))
    const delays = findDelays(traffic, venueBudget, frame)
    const missing = NOT_COUNTED
    if (delays.length > 0) {
      return { verdict: 'THROTTLED', summary: delays[0]?.message ?? '', reasons: [...delays, ...reasons], missing }
    }
    const top = describeTop(most, venueBudget)
    if (near.length > 0) {
      const summary = `Near a limit: ${top}, reported from ${percent(nearLimitShare)}.`
      return { verdict: 'NEAR_LIMIT', summary, reasons, missing }
    }
    const summary = `Within limits: ${top}; ${counted(orderFlow.cycle.orders, 'order')} in the last 10 min, nothing refused or delayed in the last ${seconds(frame.constitution.monitor.throttleWindowMs)}.`
    return { verdict: 'WITHIN_LIMITS', summary, reasons: [], missing }
  },
  data: throttleData,
})

/** Describes the limit with the highest usage. */
const describeTop = (most: LimitUse | undefined, { counts }: VenueBudgetTruth): string => {
  if (most && percentValue(most.use) > 0) return `the limit on ${most.name} is used most, at ${percent(most.use)}`
  return counts.length === 0 ? 'this exchange has no request budget' : 'no limit is in use'
}

const venueBreaches = ({ rejected1h, silentUntilMs }: VenueBudgetTruth, nowMs: Instant): Cause[] => {
  const answers = [
    ['VENUE_429', rejected1h.http429, 'The exchange returned 429 within the last hour.'],
    ['VENUE_SHUT_OUT', rejected1h.http418, 'The exchange banned this IP address within the last hour.'],
    [
      'VENUE_REFUSED',
      rejected1h.venueCode,
      'The exchange rejected requests for exceeding its limits within the last hour.',
    ],
  ] as const
  const banned: Cause[] =
    silentUntilMs !== null && silentUntilMs > nowMs
      ? [
          {
            code: 'VENUE_BAN',
            message: `The exchange accepts no deferrable requests until ${toRfc3339(silentUntilMs)}.`,
            value: toRfc3339(silentUntilMs),
            of: ['venueBudget'],
          },
        ]
      : []
  return [
    ...banned,
    ...answers.flatMap(([code, times, message]): Cause[] =>
      times === 0 ? [] : [{ code, message, value: times, threshold: 0, unit: 'times', of: ['venueBudget'] }],
    ),
  ]
}

const controlBreach = ({ controlRefused1h }: TrafficTruth): Cause[] =>
  controlRefused1h === 0
    ? []
    : [
        {
          code: 'CONTROL_REFUSED',
          message: 'The control quota rejected a user with permission to pause within the last hour.',
          value: controlRefused1h,
          threshold: 0,
          unit: 'times',
          of: ['traffic'],
        },
      ]

const findDelays = (
  { quotas }: TrafficTruth,
  { delayedLately }: VenueBudgetTruth,
  { constitution }: Frame,
): Cause[] => {
  const within = seconds(constitution.monitor.throttleWindowMs)
  const rejected = quotas.reduce((sum, { rejectedLately }) => sum + rejectedLately, 0)
  const common = { threshold: 0, unit: 'times' }
  return [
    ...(delayedLately === 0
      ? []
      : [
          {
            code: 'OUTBOUND_DELAYED',
            message: `The request limiter delayed requests to the exchange ${delayedLately} times in the last ${within}.`,
            value: delayedLately,
            ...common,
            of: ['venueBudget'] as const,
          },
        ]),
    ...(rejected === 0
      ? []
      : [
          {
            code: 'INBOUND_LIMITED',
            message: `API quotas rejected ${rejected} requests in the last ${within}.`,
            value: rejected,
            ...common,
            of: ['traffic'] as const,
          },
        ]),
  ]
}

const nearReason = ({ name, use, of }: ReturnType<typeof limitUses>[number], threshold: number): Cause => ({
  code: 'NEAR_LIMIT',
  message: `${percent(use)} of the limit on ${name} is used.`,
  value: percentValue(use),
  threshold: percentValue(threshold),
  unit: '%',
  of: [of],
})

const percentValue = (share: number): number => Math.round(share * 1_000) / 10
const percent = (share: number): string => `${percentValue(share)}%`

const notCounted = (code: string, description: string): MissingItem => ({
  code,
  description,
  have: null,
  need: 'a count of 1 h',
  producedBy: 'not recorded',
  earliestAtMs: null,
})

const NOT_COUNTED: readonly MissingItem[] = [
  notCounted('RETRIES_OF_READS', 'How often reads and cancels were repeated'),
  { ...notCounted('BREAKER_TRIPS', 'How often each breaker has tripped'), need: 'a count of 24 h' },
]
