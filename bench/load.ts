/** What an engine is under while it is stopped. */
export const EVENTS_PER_SECOND = 2_000
export const ORDERS_PER_SECOND = 50

/** Orders that rest when it is stopped. */
export const RESTING = 20
