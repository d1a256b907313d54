import { usePreference } from '../preferences/preferences.ts'
import { formatInstant } from './instants.ts'
import { UNKNOWN } from './numbers.ts'

/** When something was, where a list stands in the order of time and how long ago it was says little. */
export const When = ({ at }: { readonly at: string | null | undefined }) => {
  const [zone] = usePreference('zone')
  if (at === null || at === undefined) return UNKNOWN
  return <time dateTime={at}>{formatInstant(Date.parse(at), zone)}</time>
}

/** The same where there is little room: the day above the time. */
export const ShortWhen = ({ at }: { readonly at: string }) => (
  <span className="block w-32 whitespace-normal">
    <When at={at} />
  </span>
)
