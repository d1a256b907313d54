/**
 * Load during the emergency stop benchmarks: market events and orders per second, and the check that the market reached
 * it.
 */

export const EVENTS_PER_SECOND = 2_000
export const ORDERS_PER_SECOND = 50

/** Orders that rest in the order book when the stop is requested. */
export const RESTING = 20

/** Throws when the market produced fewer events than the stated load, with a tolerance of 5%. */
export const assertLoad = (eventsPerSecond: number): void => {
  if (eventsPerSecond < EVENTS_PER_SECOND * 0.95)
    throw new Error(`the market produced only ${eventsPerSecond.toFixed(0)} events/s`)
}
