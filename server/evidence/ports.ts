/** Port of the evidence store, which preserves measurements across restarts. */

import type { Instant } from '../core/instant.ts'

/** A named part of the evidence, as last saved. */
export interface StoredEvidence {
  readonly name: string
  /** Version of the text format. */
  readonly version: number
  readonly savedAtMs: Instant
  readonly text: string
}

/** Content of an evidence store when it was opened. */
export interface LoadedEvidence {
  /** `NEW`: there was no store. `DAMAGED`: it could not be read, or part of it was altered. */
  readonly state: 'WHOLE' | 'NEW' | 'DAMAGED'
  /** Description of the damage; null when there is none. */
  readonly detail: string | null
  /** Readable entries. */
  readonly entries: readonly StoredEvidence[]
}

/** Store of measurements over days. No order and no decision depends on it. */
export interface EvidenceStore {
  readonly loaded: LoadedEvidence
  /** Replaces the named entries in one transaction; a null string removes an entry. Throws on failure. */
  save(entries: readonly (Omit<StoredEvidence, 'text'> & { readonly text: string | null })[]): void
  close(): void
}
