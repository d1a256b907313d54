/** What an engine is under while it is stopped. */
export const EVENTS_PER_SECOND = 2_000
export const ORDERS_PER_SECOND = 50

/** Orders that rest when it is stopped. */
export const RESTING = 20

/** Refuses figures that were not measured under the load they are told for; a market's own pace may be a twentieth below it. */
export const assertLoad = (eventsPerSecond: number): void => {
  if (eventsPerSecond < EVENTS_PER_SECOND * 0.95)
    throw new Error(`the market told only ${eventsPerSecond.toFixed(0)} events/s`)
}
