/** Port of the evidence store, which preserves measurements over restarts. */

import type { Instant } from '../core/instant.ts'

/** A named part of the evidence, as it was last saved. */
export interface StoredEvidence {
  readonly name: string
  /** Version of the text format. */
  readonly version: number
  readonly savedAtMs: Instant
  readonly text: string
}

/** Content of an evidence store when it was opened. */
export interface LoadedEvidence {
  /** `NEW`: there was no store. `DAMAGED`: it could not be read, or part of it was not as it was written. */
  readonly state: 'WHOLE' | 'NEW' | 'DAMAGED'
  /** Description of the damage; null when there is none. */
  readonly detail: string | null
  /** Readable entries. */
  readonly entries: readonly StoredEvidence[]
}

/** Store of the measurements over days. No order and no decision waits for it. */
export interface EvidenceStore {
  readonly loaded: LoadedEvidence
  /** Replaces the entries of these names in one transaction; a null text removes one. Throws when that cannot be done. */
  save(entries: readonly (Omit<StoredEvidence, 'text'> & { readonly text: string | null })[]): void
  close(): void
}
