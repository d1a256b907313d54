import type { Constitution } from '../../domain/risk/constitution.ts'

/** One sort of evidence: what it is, who brings it, and how long it may be relied on. */
export interface Input<T> {
  readonly kind: 'HEARTBEAT' | 'STATE' | 'BOOKS' | 'STATISTICS' | 'PROBE' | 'ATTESTATION'
  /** Where it is looked at, such as `exchange.private.ws`. */
  readonly source: string
  /** As it is called in a sentence about its absence. */
  readonly what: string
  /** Who makes it, so that one knows whom to look after. */
  readonly producedBy: string
  readonly maxAgeMs: (constitution: Constitution) => number
  /** Never there: it holds the type of the value. */
  readonly value?: T
}

export const defineInput = <T>(input: Omit<Input<T>, 'value'>): Input<T> => input

/** What is read off the running process when the snapshot is taken; older than this it was not. */
const AT_ONCE_MS = 5_000

/** The age of what is looked at with every snapshot. */
export const atOnce = (): number => AT_ONCE_MS

/** A limit that is not configured trusts nothing. */
export const limitOrZero = (limitMs: number | null): number => limitMs ?? 0
