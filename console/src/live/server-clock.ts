/** Time of the server, independent of the local clock. */
export interface ServerClock {
  /** Takes an instant at which the server has sent something that has just arrived. */
  note(sentAtMs: number): void
  /**
   * Resets the clock, as another connection may lead to another server. Until then it continues, so that ages keep
   * growing.
   */
  reset(): void
  /** Returns milliseconds since 1970; undefined until the first message from the server. */
  now(): number | undefined
}

/** Estimates the server's clock from the message with the shortest delay. `elapsed` never runs backwards. */
export const createServerClock = (elapsed: () => number = () => performance.now()): ServerClock => {
  let offset: number | undefined
  let beginsAnew = false
  return {
    note(sentAtMs) {
      const noted = sentAtMs - elapsed()
      offset = beginsAnew || offset === undefined ? noted : Math.max(offset, noted)
      beginsAnew = false
    },
    reset() {
      beginsAnew = true
    },
    now: () => (offset === undefined ? undefined : offset + elapsed()),
  }
}
