import { useMemo } from 'react'
import { FILLS } from '../live/feeds.ts'
import { useFeed, useOrders } from '../live/use-live.ts'
import { useNamedStore } from '../rest/named-store.ts'
import { CONTROL_EVENTS, isAlert } from '../shell/control-events.ts'
import { type AccountEvent, buildEvents } from './events.ts'
import { REACHED } from './reached-alerts.ts'

/** Returns the events of the account and the engine, newest first; undefined until they are known. */
export const useEvents = (): readonly AccountEvent[] | undefined => {
  const fills = useFeed(FILLS)
  const orders = useOrders()
  const control = useFeed(CONTROL_EVENTS)
  const reached = useNamedStore(REACHED)
  return useMemo(
    () =>
      fills && orders && control && buildEvents({ fills, orders, control, isAlert, reached: [...reached.values()] }),
    [fills, orders, control, reached],
  )
}
