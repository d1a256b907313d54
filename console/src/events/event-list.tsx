import { useState } from 'react'
import { Age } from '../figures/age.tsx'
import { Prose } from '../figures/prose.tsx'
import { t } from '../messages/messages.ts'
import { Choice } from '../ui/choice.tsx'
import { AlarmSettings } from './alarm-settings.tsx'
import { EVENT_KINDS, type EventKind } from './events.ts'
import { useEvents } from './use-events.ts'

/** List of the events of account and engine, newest first, with a filter by kind and the alarm settings. */
export const EventList = () => {
  const [kind, setKind] = useState<EventKind | 'all'>('all')
  const events = useEvents()?.filter((event) => kind === 'all' || event.kind === kind)
  return (
    <div className="grid gap-3">
      <Choice label={t('Show')} value={kind} choices={{ all: t('All events'), ...EVENT_KINDS }} onChoose={setKind} />
      {events === undefined && <p className="text-muted">{t('Loading…')}</p>}
      {events?.length === 0 && <p className="text-muted">{t('No events yet.')}</p>}
      <ol aria-label={t('Events, newest first')} className="grid gap-2 text-sm">
        {events?.map(({ id, at, text, isUrgent }) => (
          <li key={id} className={`border-l-4 pl-2 ${isUrgent ? 'border-bad' : 'border-line'}`}>
            <p>
              <Prose>{text}</Prose>
            </p>
            <Age at={at} />
          </li>
        ))}
      </ol>
      <AlarmSettings />
    </div>
  )
}
