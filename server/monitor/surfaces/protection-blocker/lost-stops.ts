import { counted } from '../../frame/counted.ts'
import { seconds } from '../../frame/missing-evidence.ts'
import type { Cause, Frame } from '../../frame/surface.ts'
import type { GuardTruth, ProtectionTruth } from '../../inputs/protection.ts'

/** Reports stops that were found missing at the exchange, whatever the verdict; empty when there were none. */
export const lostStopsCause = (protection: Pick<ProtectionTruth, 'lostStops24h'> | undefined): readonly Cause[] => {
  const { lostStops24h = 0 } = protection ?? {}
  if (lostStops24h === 0) return []
  return [
    {
      code: 'STOPS_LOST',
      message: `The exchange had taken ${counted(lostStops24h, 'stop')} and did not have it any more, in the last 24 h.`,
      value: lostStops24h,
      threshold: 0,
      unit: 'stops',
      of: ['protection'],
      severity: 'WARN',
    },
  ]
}

/** The same as the end of a summary. */
export const lostStopsClause = ({ lostStops24h }: Pick<ProtectionTruth, 'lostStops24h'>): string =>
  lostStops24h === 0 ? '' : `; lost at the exchange in 24 h: ${counted(lostStops24h, 'stop')}`

/** A position that lost its stop so lately that the new one is not relied on yet. */
export const lostLately = (guards: readonly GuardTruth[], { nowMs, constitution }: Frame): readonly Cause[] => {
  const limitMs = constitution.monitor.maxUnknownOutcomeMs
  return guards.flatMap(({ lastStopLostAtMs }) => {
    if (lastStopLostAtMs === null || nowMs - lastStopLostAtMs > limitMs) return []
    const agoMs = nowMs - lastStopLostAtMs
    return [
      {
        code: 'STOP_LOST_LATELY',
        message: `A position lost its stop ${seconds(agoMs)} ago; it is called protected ${seconds(limitMs)} after that.`,
        value: agoMs,
        threshold: limitMs,
        unit: 'ms',
        of: ['protection'],
      },
    ]
  })
}
