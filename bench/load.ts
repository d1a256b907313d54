/** Load of an engine while it is stopped. */
export const EVENTS_PER_SECOND = 2_000
export const ORDERS_PER_SECOND = 50

/** Orders that rest when it is stopped. */
export const RESTING = 20

/** Rejects figures that were not measured under the stated load; the market may be a twentieth below it. */
export const assertLoad = (eventsPerSecond: number): void => {
  if (eventsPerSecond < EVENTS_PER_SECOND * 0.95)
    throw new Error(`the market produced only ${eventsPerSecond.toFixed(0)} events/s`)
}
