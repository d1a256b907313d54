/**
 * Report of a monitor surface: the operational status of the platform and its components, without figures of the
 * account.
 */

import { Type } from 'typebox'
import { At, Nullable } from '../common.ts'
import { surfaceContract } from './surface.ts'

const Component = Type.Object({
  id: Type.Enum([
    'API',
    'STORE',
    'MARKET_DATA',
    'EXCHANGE_PRIVATE',
    'ENGINE',
    'PROTECTION',
    'CLOCK',
    'AUDIT',
    'MESSENGER',
  ]),
  status: Type.Enum(['UP', 'DEGRADED', 'DOWN', 'NOT_OBSERVED']),
  since: Nullable(At, 'Start of the current state, as far as observed'),
  lastObservedAt: Nullable(At),
  detailCode: Type.String(),
})

export const publicStatusTruth = surfaceContract({
  surface: 'public-status-truth',
  label: 'Status',
  question: 'whether the platform is operational',
  nextStepAt: '/data/nextStep',
  verdicts: {
    OUTAGE: 'CRITICAL',
    EMERGENCY_STOPPED: 'BLOCK',
    INSUFFICIENT_EVIDENCE: 'WARN',
    DEGRADED: 'WARN',
    RECOVERING: 'INFO',
    TRADING_STOPPED: 'INFO',
    TRADING_PAUSED: 'INFO',
    OPERATIONAL: 'OK',
  },
  data: Type.Object({
    components: Type.Array(Component),
    tradingAvailability: Type.Enum(['AVAILABLE', 'REDUCE_ONLY', 'UNAVAILABLE']),
    lastIncident: Nullable(
      Type.Object({ code: Type.String(), startedAt: At, endedAt: Nullable(At) }),
      'From the first bad verdict until recovery, with the worst verdict; null when there was none',
    ),
    uptime24hPct: Nullable(
      Type.Number(),
      'Share of the observed time in which it was OPERATIONAL or paused; null below one hour',
    ),
    observedSec24h: Type.Integer({ description: 'Observed part of the last 24 hours' }),
    nextStep: Type.String(),
  }),
})
