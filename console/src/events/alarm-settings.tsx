import { t } from '../messages/messages.ts'
import { useNotify } from '../ui/notices.tsx'
import { type AlarmKind, isOn, switched } from './alarms.ts'
import { EVENT_KINDS, type EventKind, KINDS } from './events.ts'
import { playTone } from './tone.ts'
import { useAlarms } from './use-alarms.ts'

/** Settings of sounds and desktop notifications, by kind of event. */
export const AlarmSettings = () => {
  const [alarms, choose] = useAlarms()
  const notify = useNotify()
  const toggle = async (kind: EventKind, alarm: AlarmKind): Promise<void> => {
    const isTurnedOn = !isOn(alarms, kind, alarm)
    if (isTurnedOn && alarm === 'desktop' && !(await isPermitted()))
      return notify(t('The browser blocks notifications from this page. Allow them in the site settings.'))
    if (isTurnedOn && alarm === 'sound') playTone(false)
    choose(switched(alarms, kind, alarm))
  }
  return (
    <details className="border-t border-line pt-2 text-sm">
      <summary className="min-h-8 font-semibold">{t('Sounds and notifications')}</summary>
      <table className="w-full">
        <caption className="sr-only">{t('Alarms per event type, stored in this browser')}</caption>
        <thead className="text-muted">
          <tr>
            <th scope="col" className="text-left font-normal">
              {t('Event')}
            </th>
            <th scope="col" className="font-normal">
              {t('Sound')}
            </th>
            <th scope="col" className="font-normal">
              {t('Desktop')}
            </th>
          </tr>
        </thead>
        <tbody>
          {KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row" className="min-h-8 text-left font-normal">
                {EVENT_KINDS[kind]}
              </th>
              {ALARMS.map((alarm) => (
                <td key={alarm} className="text-center">
                  <label className="inline-grid min-h-8 min-w-8 place-content-center">
                    <span className="sr-only">{`${EVENT_KINDS[kind]}: ${NAMES[alarm]}`}</span>
                    <input
                      type="checkbox"
                      className="size-4 accent-accent"
                      checked={isOn(alarms, kind, alarm)}
                      onChange={() => void toggle(kind, alarm)}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

const NAMES = { sound: t('sound'), desktop: t('desktop notification') } as const
const ALARMS = ['sound', 'desktop'] as const

const isPermitted = async (): Promise<boolean> =>
  'Notification' in window && (await Notification.requestPermission()) === 'granted'
