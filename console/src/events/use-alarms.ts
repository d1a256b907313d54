import { useMemo, useSyncExternalStore } from 'react'
import { followStorage, keepShared, recall } from '../preferences/storage.ts'
import { type Alarms, parseAlarms, serializeAlarms } from './alarms.ts'

/** Returns the alarms of this browser, in all of its tabs, and how to choose others. */
export const useAlarms = (): readonly [Alarms, (alarms: Alarms) => void] => {
  const text = useSyncExternalStore(followStorage, () => recall(KEY))
  const alarms = useMemo(() => parseAlarms(text), [text])
  return [alarms, storeAlarms]
}

const storeAlarms = (alarms: Alarms): void => keepShared(KEY, serializeAlarms(alarms))

const KEY = 'plimsoll.alarms'
