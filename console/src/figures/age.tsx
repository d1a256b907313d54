import type { Allowed } from '../live/freshness.ts'
import { useFreshnessAt } from '../live/use-freshness.ts'
import { useServerNow } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { formatInstant, formatSpan } from './instants.ts'

/**
 * Displays the time and the age of a value by the server's clock; in the header of a card or panel, and in dense
 * tables, the age alone. Data that can become stale has no visible age while it is live, and a warning afterwards.
 */
export const Age = ({ at, allowed }: Aging) => {
  const [zone] = usePreference('zone')
  const atMs = Date.parse(at)
  const span = useServerNow((now) => (now === undefined ? undefined : formatSpan(now - atMs)))
  const freshness = useFreshnessAt(atMs, allowed)
  const isOld = freshness !== undefined && freshness !== 'LIVE'
  return (
    <time
      dateTime={at}
      title={formatInstant(atMs, zone)}
      data-freshness={freshness}
      className={freshness === 'LIVE' ? 'sr-only' : `text-sm ${isOld ? 'text-warn' : 'text-muted'}`}
    >
      {isOld && <strong className="in-data-old:hidden">{freshness} </strong>}
      <span className="whitespace-nowrap in-[.dense]:hidden in-[header]:hidden">
        {formatInstant(atMs, zone)}
        {span !== undefined && ','}
      </span>
      {span !== undefined && <span className="whitespace-nowrap"> {t('{span} ago', { span })}</span>}
    </time>
  )
}

interface Aging {
  /** RFC 3339. */
  readonly at: string
  /** Age from which it is stale; values that change only on events are never stale. */
  readonly allowed?: Allowed
}
