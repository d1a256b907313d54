import { useEffect, useRef, useState } from 'react'
import { useFeed } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { useNotify } from '../ui/notices.tsx'
import { Popover } from '../ui/popover.tsx'
import { alertsAfter, CONTROL_EVENTS, type ControlEvent, newestAt } from './control-events.ts'

/** Button with the number of unread engine alerts, and the list of all events. Each new alert is announced once. */
export const Alerts = () => {
  const events = useFeed(CONTROL_EVENTS)
  const [viewedAt, setViewedAt] = useState<number>()
  useAlertNotices(events)
  const unreadCount = alertsAfter(events ?? [], viewedAt).length
  const name = t('Alerts: {unreadCount} new', { unreadCount })
  return (
    <Popover
      title={t('Events')}
      name={name}
      onToggle={() => setViewedAt(newestAt(events ?? []))}
      look="quiet-button whitespace-nowrap max-sm:px-1.5"
      button={
        <span className={unreadCount > 0 ? 'text-bad' : 'text-muted'}>
          <svg aria-hidden="true" viewBox="0 0 24 24" className="inline size-5" fill="currentColor">
            <path d={SIGN} />
          </svg>{' '}
          {unreadCount}
        </span>
      }
    >
      <EventList />
    </Popover>
  )
}

const EventList = lazyComponent(async () => (await import('../events/event-list.tsx')).EventList)

const SIGN = 'M12 3a6 6 0 0 0-6 6v4l-2 4h16l-2-4V9a6 6 0 0 0-6-6Zm-2 16a2 2 0 0 0 4 0Z'

/** Announces each new alert to screen readers, except engine states, which the top bar announces. */
const useAlertNotices = (events: readonly ControlEvent[] | undefined): void => {
  const notify = useNotify()
  const notifiedAt = useRef<number>(undefined)
  useEffect(() => {
    if (events === undefined) return
    const known = notifiedAt.current
    notifiedAt.current = Math.max(known ?? 0, newestAt(events) ?? 0)
    if (known === undefined) return
    const alerts = alertsAfter(events, known).filter(({ kind }) => kind !== 'STATE_CHANGED')
    for (const { message } of alerts.toReversed()) notify(message)
  }, [events, notify])
}
