/** Price alerts stored in this browser: lists, adds and removes them, and returns those reached. */

import { useMemo, useSyncExternalStore } from 'react'
import { followStorage, keepShared, recall } from '../preferences/storage.ts'
import { isReached, type PriceAlert, parseAlerts } from './price-alerts.ts'

/** Returns the price alerts stored in this browser, shared by its tabs. */
export const usePriceAlerts = (): readonly PriceAlert[] => {
  const text = useSyncExternalStore(followStorage, () => recall(KEY))
  return useMemo(() => parseAlerts(text), [text])
}

/** Adds an alert; drops the oldest beyond the maximum. */
export const addAlert = (alert: PriceAlert): void =>
  store([...storedAlerts().filter((known) => !isSame(known, alert)), alert].slice(-ALERTS_MAX))

export const removeAlert = (alert: PriceAlert): void => store(storedAlerts().filter((known) => !isSame(known, alert)))

/** Removes the alerts that a mark price has reached and returns them: each is returned once, in one tab. */
export const removeReached = (symbol: string, markPrice: string): readonly PriceAlert[] => {
  const reached = storedAlerts().filter((alert) => alert.symbol === symbol && isReached(alert, markPrice))
  for (const alert of reached) removeAlert(alert)
  return reached
}

const KEY = 'plimsoll.price-alerts'
const ALERTS_MAX = 50

const isSame = (a: PriceAlert, b: PriceAlert): boolean =>
  a.symbol === b.symbol && a.price === b.price && a.direction === b.direction

const storedAlerts = (): readonly PriceAlert[] => parseAlerts(recall(KEY))

const store = (alerts: readonly PriceAlert[]): void => keepShared(KEY, JSON.stringify(alerts))
