import { type Instant, SECOND_MS } from './instant.ts'

/** What the host offers to tell time by. */
export interface HostClocks {
  /** The host's wall clock, which people and time servers may set. */
  readonly wall: () => Instant
  /** Milliseconds from an arbitrary origin; never runs backwards, and stands still while the machine sleeps. */
  readonly monotonic: () => number
  /** Milliseconds since the machine started, sleep included. */
  readonly uptimeMs: () => number
}

/** The host's wall clock was set. */
interface ClockStep {
  /** How far it was set; negative is back. */
  readonly byMs: number
  /** Wall clock less platform time from now on. */
  readonly hostOffsetMs: number
}

/**
 * Platform time: the wall clock as it was at the start, moved on by elapsed time alone. A wall clock that is set moves it
 * only through `adopt`, so that ages and deadlines stay right meanwhile.
 */
export interface PlatformClock {
  readonly now: () => Instant
  /** Milliseconds since the start, sleep of the machine included; unaffected by `adopt`. */
  readonly elapsed: () => number
  /** Compares with the wall clock; to be called several times a second. Returns a step that was not reported before. */
  check(): ClockStep | undefined
  /** Wall clock less platform time at the last check; within a second it is drift, and 0. */
  readonly hostOffsetMs: number
  /** Sets platform time to the wall clock and returns by how much it moved. */
  adopt(): number
}

/** A difference beyond this is a step; below it, drift that is worked off. */
export const CLOCK_STEP_MS = SECOND_MS
/** Sleep shorter than this is not told from rounding of the uptime. */
const SLEEP_MIN_MS = SECOND_MS
/** Drift is worked off by this part of the elapsed time, so that time never stands still or runs back. */
const SLEW = 0.05

export const createPlatformClock = ({ wall, monotonic, uptimeMs }: HostClocks): PlatformClock => {
  const begun = { monotonicMs: monotonic(), uptimeMs: uptimeMs() }
  const startedMs = wall()
  let sleptMs = 0
  let movedMs = 0
  let hostOffsetMs = 0
  let checkedMs = 0
  const elapsed = (): number => monotonic() - begun.monotonicMs + sleptMs
  const exactly = (): number => startedMs + movedMs + elapsed()

  const noteSleep = (): void => {
    const awakeMs = monotonic() - begun.monotonicMs
    const differenceMs = uptimeMs() - begun.uptimeMs - awakeMs
    if (differenceMs - sleptMs > SLEEP_MIN_MS) sleptMs = differenceMs
  }

  const slew = (driftMs: number): void => {
    const mostMs = SLEW * (elapsed() - checkedMs)
    movedMs += Math.max(-mostMs, Math.min(mostMs, driftMs))
  }

  return {
    now: () => Math.floor(exactly()),
    elapsed,
    check() {
      noteSleep()
      const offMs = wall() - exactly()
      const isDrift = Math.abs(offMs) <= CLOCK_STEP_MS
      if (isDrift) slew(offMs)
      checkedMs = elapsed()
      const byMs = Math.round(isDrift ? -hostOffsetMs : offMs - hostOffsetMs)
      if (Math.abs(byMs) <= CLOCK_STEP_MS) return undefined
      hostOffsetMs = isDrift ? 0 : Math.round(offMs)
      return { byMs, hostOffsetMs }
    },
    get hostOffsetMs() {
      return hostOffsetMs
    },
    adopt() {
      const byMs = Math.round(wall() - exactly())
      movedMs += byMs
      hostOffsetMs = 0
      return byMs
    },
  }
}
