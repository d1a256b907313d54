/** Violated requirement, with the observed state. */
export interface Violation {
  readonly promise: string
  readonly atMs: number
  readonly words: string
  /** State of both sides, when it adds detail to the text. */
  readonly observed?: unknown
}

/** One emergency stop, from its request until the host clears it. */
export interface StopEpisode {
  readonly requestedAtMs: number
  /** Instant of the acknowledgement to the requester; null if there is none. */
  acknowledgedAtMs: number | null
  stopId: string | null
  clearedAtMs: number | null
}

/** Evidence of a soak so far. */
export interface Evidence {
  readonly beganAtMs: number
  readonly violations: Violation[]
  readonly stops: StopEpisode[]
  /** Instant of the first successful reconciliation, by life of the engine. */
  readonly reconciledAtMs: Map<number, number>
  readonly counts: Map<string, number>
  /** Longest observed durations by name, in milliseconds. */
  readonly longest: Map<string, number>
  /** Called immediately with each violation. */
  readonly onViolation: (violation: Violation) => void
}

export const openEvidence = (onViolation: Evidence['onViolation']): Evidence => ({
  beganAtMs: Date.now(),
  violations: [],
  stops: [],
  reconciledAtMs: new Map(),
  counts: new Map(),
  longest: new Map(),
  onViolation,
})

export const count = ({ counts }: Evidence, name: string, by = 1): void => {
  counts.set(name, (counts.get(name) ?? 0) + by)
}

export const noteDuration = ({ longest }: Evidence, name: string, ms: number): void => {
  longest.set(name, Math.max(longest.get(name) ?? 0, Math.round(ms)))
}

export const violate = (evidence: Evidence, violation: Omit<Violation, 'atMs'> & { readonly atMs?: number }): void => {
  const noted = { atMs: Date.now(), ...violation }
  evidence.violations.push(noted)
  evidence.onViolation(noted)
}

/** Formats a violation with its time as minutes since the beginning and as wall-clock time. */
export const printViolation = ({ promise, atMs, words, observed }: Violation, beganAtMs: number): string => {
  const minutes = ((atMs - beganAtMs) / 60_000).toFixed(2)
  const detail = observed === undefined ? '' : `\n    ${JSON.stringify(observed, textOfBigint)}`
  return `  BROKEN ${promise} at ${new Date(atMs).toISOString()} (minute ${minutes}): ${words}${detail}\n`
}

const textOfBigint = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value)
