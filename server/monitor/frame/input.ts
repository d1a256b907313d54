/** Definition of an input of the monitor, and the usual limits of its age. */

import type { Constitution } from '../../domain/risk/constitution.ts'

/** A kind of evidence: its type, its source, and its maximum age. */
export interface Input<T> {
  readonly kind: 'HEARTBEAT' | 'STATE' | 'BOOKS' | 'STATISTICS' | 'PROBE' | 'ATTESTATION'
  /** Location of the input, such as `exchange.private.ws`. */
  readonly source: string
  /** Name for sentences about its absence. */
  readonly what: string
  /** Producer of the input: the part to check when it is missing. */
  readonly producedBy: string
  readonly maxAgeMs: (constitution: Constitution) => number
  /** Type marker; never set. */
  readonly value?: T
}

export const defineInput = <T>(input: Omit<Input<T>, 'value'>): Input<T> => input

/** Maximum age of a value read from the running process when the snapshot is taken. */
const AT_ONCE_MS = 5_000

/** Returns the maximum age of inputs that are read with every snapshot. */
export const atOnce = (): number => AT_ONCE_MS

/** Returns the limit; 0 when it is not configured, so that no input counts as recent. */
export const limitOrZero = (limitMs: number | null): number => limitMs ?? 0
