import { useMemo, useSyncExternalStore } from 'react'
import { followStorage, keepShared, recall } from '../preferences/storage.ts'
import { type Alarms, parseAlarms, serialiseAlarms } from './alarms.ts'

/** Returns the alarm settings, which the browser stores for all its tabs, and a function that replaces them. */
export const useAlarms = (): readonly [Alarms, (alarms: Alarms) => void] => {
  const text = useSyncExternalStore(followStorage, () => recall(KEY))
  const alarms = useMemo(() => parseAlarms(text), [text])
  return [alarms, storeAlarms]
}

const storeAlarms = (alarms: Alarms): void => keepShared(KEY, serialiseAlarms(alarms))

const KEY = 'plimsoll.alarms'
