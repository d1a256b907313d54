import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './instant.ts'

const UNITS: Readonly<Record<string, number>> = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS }

/** Milliseconds of `90s`, `15m`, `12h` or `30d`; undefined when the text is none of these. */
export const parseDuration = (text: string): number | undefined => {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  const unitMs = UNITS[unit]
  return unitMs === undefined ? undefined : Number(count) * unitMs
}
