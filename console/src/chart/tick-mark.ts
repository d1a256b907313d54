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
  const format = FORMATS[isUtc ? type : localType(atMs, lengthMs)]
  return new Intl.DateTimeFormat(textLocale(), { ...format, ...(isUtc && { timeZone: 'UTC' }) }).format(atMs)
}

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
