import { type Gate, increases } from '../gate.ts'
import { firstFailing, measure, state } from '../observation.ts'

/** Our clock agrees with the exchange's: Bybit and Binance refuse what is stamped a second ahead. */
export const clockError: Gate = {
  id: 'G05',
  code: 'CLOCK',
  kind: 'D',
  enforces: increases,
  read: (_candidate, { clock, constitution: { data } }) => {
    const unread = clock.unreadSinceStep ?? []
    if (unread.length > 0) {
      const detail = `the host clock was set; not yet read again since: ${unread.join(', ')}: wait a few seconds`
      return state(false, 'STEPPED', detail)
    }
    if (!clock.checked) return state(true, null, 'does not apply: the clock of this market is its own recording')
    const { offsetMs, errorMs } = clock
    return firstFailing(
      measure({
        what: 'the clock offset with its error',
        observed: offsetMs === null || errorMs === null ? null : Math.abs(offsetMs) + errorMs,
        bound: 'at most',
        limit: data.maxClockErrorMs,
        unit: 'ms',
        setting: 'data.maxClockErrorMs',
        remedy: 'synchronise the clock of this machine',
      }),
      measure({
        what: 'the age of the clock comparison',
        observed: clock.ageMs,
        bound: 'at most',
        limit: data.maxClockAgeMs,
        unit: 'ms',
        setting: 'data.maxClockAgeMs',
        remedy: 'wait until the exchange answers again',
      }),
    )
  },
}
