import { useEffect, useRef } from 'react'
import { isOn } from './alarms.ts'
import { EVENT_KINDS, eventsAfter } from './events.ts'
import { playTone } from './tone.ts'
import { useAlarms } from './use-alarms.ts'
import { useEvents } from './use-events.ts'

/** Plays the sounds and raises the desktop notifications enabled for events while the page is open. */
export const EventAlarms = () => {
  const events = useEvents()
  const [alarms] = useAlarms()
  const knownAt = useRef<number>(undefined)
  useEffect(() => {
    if (events === undefined) return
    const before = knownAt.current
    const newest = events[0] ? Date.parse(events[0].at) : 0
    knownAt.current = Math.max(before ?? 0, newest)
    if (before === undefined) return
    const fresh = eventsAfter(events, before)
    const loud = fresh.filter(({ kind }) => isOn(alarms, kind, 'sound'))
    if (loud.length > 0) playTone(loud.some(({ isUrgent }) => isUrgent))
    for (const { id, kind, text } of fresh.filter(({ kind }) => isOn(alarms, kind, 'desktop')).slice(-NOTICES_MAX))
      notifySystem(EVENT_KINDS[kind], text, id)
  }, [events, alarms])
  return null
}

/** Maximum number of notifications at once. */
const NOTICES_MAX = 3

const notifySystem = (title: string, body: string, tag: string): void => {
  if ('Notification' in window && Notification.permission === 'granted') new Notification(title, { body, tag })
}
