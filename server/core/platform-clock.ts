import { type Instant, SECOND_MS } from './instant.ts'

/**
 * Platform clock: the wall clock at startup, advanced only by elapsed time. Setting the wall clock affects it only
 * through `adopt`, so that ages and deadlines remain correct.
 */
export interface PlatformClock {
  readonly now: () => Instant
  /** Milliseconds since the start, including sleep of the machine; unaffected by `adopt`. */
  readonly elapsed: () => number
  /** Compares with the wall clock; call it several times a second. Returns a step that was not reported before. */
  check(): ClockStep | undefined
  /** Wall clock minus platform time at the last check; 0 for a difference below a second, which is drift. */
  readonly hostOffsetMs: number
  /** Sets platform time to the wall clock and returns by how much it moved. */
  adopt(): number
}

/** Time sources of the host. */
export interface HostClocks {
  /** Wall clock of the host, which people and time servers may adjust. */
  readonly wall: () => Instant
  /** Milliseconds from an arbitrary origin; never runs backwards, and stops while the machine sleeps. */
  readonly monotonic: () => number
  /** Milliseconds since the machine started, including sleep. */
  readonly uptimeMs: () => number
}

/** The host's wall clock was set. */
interface ClockStep {
  /** Amount by which it was set; negative is back. */
  readonly byMs: number
  /** Wall clock minus platform time from now on. */
  readonly hostOffsetMs: number
}

/** Difference from which a change is a step; smaller ones are drift that is corrected gradually. */
export const CLOCK_STEP_MS = SECOND_MS
/** Shorter sleep cannot be distinguished from rounding of the uptime. */
const SLEEP_MIN_MS = SECOND_MS
/** Share of the elapsed time used to correct drift, so that time never stops or runs backwards. */
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
