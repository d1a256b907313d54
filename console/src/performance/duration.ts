import { UNKNOWN } from '../figures/numbers.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../figures/time-units.ts'

/** Formats a duration with its two largest units: `2 h 5 min`. */
export const formatDuration = (ms: number | null): string => {
  if (ms === null) return UNKNOWN
  const at = UNITS.findIndex(([, length]) => ms >= length)
  const [large, small] = [UNITS[at], UNITS[at + 1]]
  if (!large) return '0 s'
  const [unit, length] = large
  const whole = Math.floor(ms / length)
  const rest = small ? Math.floor((ms % length) / small[1]) : 0
  return rest > 0 && small ? `${whole} ${unit} ${rest} ${small[0]}` : `${whole} ${unit}`
}

const UNITS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
  ['s', SECOND_MS],
] as const
