/** Control events of the engine, such as stops and tripped breakers: their stream, and which of them are alerts. */

import type { components } from '@plimsoll/client'
import type { Feeding } from '../live/feed.ts'

export type ControlEvent = components['schemas']['ControlEvent']

const ALERTING: readonly ControlEvent['kind'][] = [
  'STOP_ENGAGED',
  'BREAKER_TRIPPED',
  'STRATEGY_QUARANTINED',
  'LIVE_GRANTED',
  'LIVE_GRANT_ENDED',
]
const EVENTS_MAX = 50

const getId = ({ at, kind, subject, message }: ControlEvent): string => [at, kind, subject, message].join(' ')

/** Stream of the control events, newest first. */
export const CONTROL_EVENTS: Feeding<'control.events'> = {
  channel: 'control.events',
  getId,
  order: (a, b) => Date.parse(b.at) - Date.parse(a.at),
  max: EVENTS_MAX,
}

/** Returns whether an event is announced as an alert. */
export const isAlert = ({ kind, state }: ControlEvent): boolean => ALERTING.includes(kind) || state === 'DEGRADED'

/** Returns the alerts after an instant, or all if it is undefined. */
export const alertsAfter = (events: readonly ControlEvent[], afterMs: number | undefined): readonly ControlEvent[] =>
  events.filter((event) => isAlert(event) && (afterMs === undefined || Date.parse(event.at) > afterMs))

/** Returns the time of the newest event. */
export const newestAt = ([newest]: readonly ControlEvent[]): number | undefined => newest && Date.parse(newest.at)
