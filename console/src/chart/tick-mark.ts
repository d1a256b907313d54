import { TickMarkType } from 'lightweight-charts'
import type { Zone } from '../figures/instants.ts'
import { DAY_MS } from '../figures/time-units.ts'
import { textLocale } from '../messages/messages.ts'

/**
 * Returns the label of a time axis tick. In local time, a day is labelled at its local start; daily candles are UTC
 * days.
 */
export const tickMark = ({ atMs, type, zone, lengthMs }: Marked): string => {
  const isUtc = zone === 'UTC' || lengthMs >= DAY_MS
  return findFormat(isUtc ? type : localType(atMs, lengthMs), isUtc).format(atMs)
}

/** Returns the format of a tick type; creates it on first use, because an axis has many ticks. */
const findFormat = (type: TickMarkType, isUtc: boolean): Intl.DateTimeFormat => {
  const formats = isUtc ? utcFormats : localFormats
  const known = formats.get(type)
  if (known) return known
  const made = new Intl.DateTimeFormat(textLocale(), { ...FORMATS[type], ...(isUtc && { timeZone: 'UTC' }) })
  formats.set(type, made)
  return made
}

const utcFormats = new Map<TickMarkType, Intl.DateTimeFormat>()
const localFormats = new Map<TickMarkType, Intl.DateTimeFormat>()

const FORMATS: Readonly<Record<TickMarkType, Intl.DateTimeFormatOptions>> = {
  [TickMarkType.Year]: { year: 'numeric' },
  [TickMarkType.Month]: { month: 'short' },
  [TickMarkType.DayOfMonth]: { month: 'short', day: 'numeric' },
  [TickMarkType.Time]: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  [TickMarkType.TimeWithSeconds]: { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
}

interface Marked {
  readonly atMs: number
  /** Tick type of the chart library, which counts days in UTC. */
  readonly type: TickMarkType
  readonly zone: Zone
  /** Length of one candle. */
  readonly lengthMs: number
}

const localType = (atMs: number, lengthMs: number): TickMarkType =>
  atMs - new Date(atMs).setHours(0, 0, 0, 0) < lengthMs ? TickMarkType.DayOfMonth : TickMarkType.Time
