/** Displays the time of an event. */

import { useServerNow } from '../live/use-live.ts'
import { usePreference } from '../preferences/preferences.ts'
import { formatDay, formatInstant, formatInstantNear } from './instants.ts'
import { UNKNOWN } from './numbers.ts'

/** Absolute time of an event, such as in lists sorted by time. */
export const EventTime = ({ at }: { readonly at: string | null | undefined }) => {
  const [zone] = usePreference('zone')
  if (at === null || at === undefined) return UNKNOWN
  return <time dateTime={at}>{formatInstant(Date.parse(at), zone)}</time>
}

/** Day of an event; its time is the tooltip. */
export const EventDay = ({ at }: { readonly at: string }) => {
  const [zone] = usePreference('zone')
  const atMs = Date.parse(at)
  return (
    <time dateTime={at} title={formatInstant(atMs, zone)}>
      {formatDay(atMs, zone)}
    </time>
  )
}

/** Time of an event in a row of a table: the time of day, after the day if it is not today's. */
export const RowTime = ({ at }: { readonly at: string }) => {
  const [zone] = usePreference('zone')
  const atMs = Date.parse(at)
  const text = useServerNow((now) => formatInstantNear(atMs, zone, now))
  return (
    <time dateTime={at} title={formatInstant(atMs, zone)} className="whitespace-nowrap">
      {text}
    </time>
  )
}
