import { MINUTE_MS } from '../../../core/instant.ts'
import { computeClockError, isClockOffset, OFFSET_REMEDY, UNCERTAIN_REMEDY } from '../../control/clock-step.ts'
import { gateWithLimits, increases, onHost } from '../gate.ts'
import { firstFailing, measure, state } from '../observation.ts'
import { ageProbe } from '../probes/cases.ts'
import { age, whole } from '../setting-rule.ts'

/**
 * Checks that our clock agrees with the exchange's: Bybit and Binance reject requests with timestamps a second ahead.
 */
export const clockError = gateWithLimits({
  id: 'G05',
  code: 'CLOCK',
  kind: 'D',
  label: 'clock',
  remedy: onHost('The host clock must agree with the exchange clock: synchronise it on the host.'),
  limits: {
    'data.maxClockErrorMs': {
      default: 500,
      allowed: whole(1, MINUTE_MS),
      title: 'Clock offset including its error',
      unit: 'ms',
      bound: 'at most',
      used: ({ breakers: { clock } }) => (clock.checked ? computeClockError(clock) : null),
      probe: ageProbe((offsetMs, { clock }) => ({ clock: { ...clock, offsetMs, errorMs: 0, ageMs: 0 } })),
    },
    'data.maxClockAgeMs': {
      default: 2 * MINUTE_MS,
      allowed: age,
      title: 'The age of the clock comparison',
      unit: 'ms',
      bound: 'at most',
      probe: ageProbe((ageMs, { clock }) => ({ clock: { ...clock, offsetMs: 0, errorMs: 0, ageMs } })),
    },
  },
  enforces: increases,
  read: (_candidate, { clock, constitution: { data } }) => {
    const unread = clock.unreadSinceStep ?? []
    if (unread.length > 0) {
      const detail = `the host clock was changed; still to be read again: ${unread.join(', ')}: wait a few seconds`
      return state(false, 'STEPPED', detail)
    }
    if (!clock.checked) return state(true, null, 'does not apply: this market takes its time from the recording')
    const isOffset = isClockOffset(clock)
    return firstFailing(
      measure({
        what: isOffset ? 'the clock offset with its uncertainty' : 'the uncertainty of the clock offset',
        observed: computeClockError(clock),
        bound: 'at most',
        limit: data.maxClockErrorMs,
        unit: 'ms',
        setting: 'data.maxClockErrorMs',
        remedy: isOffset ? OFFSET_REMEDY : UNCERTAIN_REMEDY,
      }),
      measure({
        what: 'the age of the clock comparison',
        observed: clock.ageMs,
        bound: 'at most',
        limit: data.maxClockAgeMs,
        unit: 'ms',
        setting: 'data.maxClockAgeMs',
        remedy: 'wait until the exchange responds again',
      }),
    )
  },
})
