/** Formats times and durations as strings, in UTC or local time. */

import { textLocale } from '../messages/messages.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time-units.ts'

/** Formats a duration in its largest unit: `3 s`, `12 min`, `5 h`, `2 d`. */
export const formatSpan = (ms: number): string => {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.floor(ms / SECOND_MS))} s`
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  return ms < DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} d`
}

/** Formats the remaining time to the second: `07:59:03`. */
export const formatCountdown = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / SECOND_MS))
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}

export type Zone = 'UTC' | 'LOCAL'

/** Formats date and time to the second, in UTC or local time. */
export const formatInstant = (atMs: number, zone: Zone): string => {
  const [day, time, name] = toParts(atMs, zone)
  return `${day} ${time} ${name}`
}

/** Formats the time of day, to the second. */
export const formatTime = (atMs: number, zone: Zone): string => toParts(atMs, zone)[1]

/** Formats the time of day, to the second, with the name of the zone. */
export const formatClock = (atMs: number, zone: Zone): string => toParts(atMs, zone).slice(1).join(' ')

/** Formats the day of an instant. */
export const formatDay = (atMs: number, zone: Zone): string => toParts(atMs, zone)[0]

/** Formats an instant to the second: the time of day, after the day if that is not the day of `nowMs`. */
export const formatInstantNear = (atMs: number, zone: Zone, nowMs: number | undefined): string => {
  const [day, time] = toParts(atMs, zone)
  return nowMs !== undefined && formatDay(nowMs, zone) === day ? time : `${day} ${time}`
}

/** Formats date and time to the millisecond. */
export const formatInstantMs = (atMs: number, zone: Zone): string => {
  const [day, time, name] = toParts(atMs, zone)
  return `${day} ${time}.${String(atMs % SECOND_MS).padStart(3, '0')} ${name}`
}

/** Day, time of day, and name of the zone. */
const toParts = (atMs: number, zone: Zone): readonly [string, string, string] => {
  const iso =
    zone === 'UTC'
      ? `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
      : new Date(atMs).toLocaleString('sv-SE', { timeZoneName: 'short' })
  const [day = '', time = '', name = ''] = iso.split(' ')
  return [writeDay(day), time, name]
}

/** Formats a day, `YYYY-MM-DD`, as the user has chosen. */
const writeDay = (day: string): string =>
  dates === 'iso' ? day : new Intl.DateTimeFormat(localeOfDates(), DAY_FORMAT).format(Date.parse(day))

/** Sets the format of all dates, before the first is written: ISO 8601, or that of the language. */
export const setDateFormat = (choice: 'iso' | 'local'): void => {
  dates = choice
}

let dates: 'iso' | 'local' = 'iso'
const DAY_FORMAT = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const

/**
 * Returns the locale of the browser where it is one of the language of the texts, such as `en-GB`. Some browsers append
 * parts that are no locale: `en-US@posix`.
 */
const localeOfDates = (): string => {
  const [base = ''] = textLocale().split('-')
  const [locale = ''] = navigator.language.match(/^[\w-]+/) ?? []
  return locale.startsWith(base) ? locale : textLocale()
}

/** Returns the UTC day of an RFC 3339 instant in UTC. */
export const utcDay = (at: string): string => at.slice(0, 10)
