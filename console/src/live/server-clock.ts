/** The time of the server, whatever the clock of this machine says. */
export interface ServerClock {
  /** Takes an instant at which the server has sent something that has just arrived. */
  note(sentAtMs: number): void
  /** Begins anew: another connection may lead to another clock. Until then it goes on, so that what is old grows older. */
  reset(): void
  /** Milliseconds since 1970; undefined until the server was heard. */
  now(): number | undefined
}

/** The message that was on its way for the shortest time is nearest to the truth. `elapsed` never runs backwards. */
export const createServerClock = (elapsed: () => number = () => performance.now()): ServerClock => {
  let offset: number | undefined
  return {
    note(sentAtMs) {
      offset = Math.max(offset ?? Number.NEGATIVE_INFINITY, sentAtMs - elapsed())
    },
    reset() {
      offset = undefined
    },
    now: () => (offset === undefined ? undefined : offset + elapsed()),
  }
}
