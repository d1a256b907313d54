const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long something lasts or is past, in its largest unit: `3 s`, `12 min`, `5 h`, `2 d`. */
export const formatSpan = (ms: number): string => {
  if (ms < MINUTE) return `${Math.max(0, Math.floor(ms / SECOND))} s`
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min`
  return ms < DAY ? `${Math.floor(ms / HOUR)} h` : `${Math.floor(ms / DAY)} d`
}

export type Zone = 'UTC' | 'LOCAL'

/** To the second, with the day; in UTC or where the browser is. */
export const formatInstant = (atMs: number, zone: Zone): string => {
  if (zone === 'UTC') return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`
  return new Date(atMs).toLocaleString('sv-SE', { timeZoneName: 'short' })
}

/** The day an RFC 3339 instant is on, in UTC. */
export const utcDay = (at: string): string => at.slice(0, 10)
