/** Alarm settings of this browser: which kinds of events play a sound or raise a desktop notification. */

import { type EventKind, KINDS } from './events.ts'

export type AlarmKind = 'sound' | 'desktop'

/** Enabled alarms, as "kind alarm", such as "fill sound". */
export type Alarms = ReadonlySet<string>

const alarmName = (kind: EventKind, alarm: AlarmKind): string => `${kind} ${alarm}`

export const isOn = (alarms: Alarms, kind: EventKind, alarm: AlarmKind): boolean => alarms.has(alarmName(kind, alarm))

/** Returns the alarms with one toggled. */
export const switched = (alarms: Alarms, kind: EventKind, alarm: AlarmKind): Alarms => {
  const after = new Set(alarms)
  if (!after.delete(alarmName(kind, alarm))) after.add(alarmName(kind, alarm))
  return after
}

const ALL: readonly string[] = KINDS.flatMap((kind) => [alarmName(kind, 'sound'), alarmName(kind, 'desktop')])

/** Parses stored alarms; returns none for an invalid string. */
export const parseAlarms = (text: string | null): Alarms => {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return new Set(Array.isArray(value) ? ALL.filter((name) => value.includes(name)) : [])
  } catch {
    return new Set()
  }
}

export const serialiseAlarms = (alarms: Alarms): string => JSON.stringify([...alarms])
