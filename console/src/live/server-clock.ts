/** Estimates the time of the server from its messages. */

/** Time of the server, independent of the local clock. */
export interface ServerClock {
  /** Records the send time of a message that has just arrived. */
  note(sentAtMs: number): void
  /**
   * Begins a new estimate with the next message, since a new connection may reach another server. The previous estimate
   * is used until then.
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
