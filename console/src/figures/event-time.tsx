/** Displays the time of an event. */

import { usePreference } from '../preferences/preferences.ts'
import { formatInstant } from './instants.ts'
import { UNKNOWN } from './numbers.ts'

/** Absolute time of an event, such as in lists sorted by time. */
export const EventTime = ({ at }: { readonly at: string | null | undefined }) => {
  const [zone] = usePreference('zone')
  if (at === null || at === undefined) return UNKNOWN
  return <time dateTime={at}>{formatInstant(Date.parse(at), zone)}</time>
}

/** Compact time of an event: the day above the time. */
export const ShortEventTime = ({ at }: { readonly at: string }) => (
  <span className="block w-32 whitespace-normal">
    <EventTime at={at} />
  </span>
)
