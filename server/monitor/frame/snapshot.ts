import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { RunHashes } from '../../domain/control/continuity.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import type { InputName, TruthInputs } from './inputs.ts'
import type { Observed } from './observed.ts'

/** Immutable inputs of all surfaces at one instant. An absent input was not observed. */
export interface TruthSnapshot {
  readonly snapshotId: Id<'snp'>
  readonly takenAtMs: Instant
  readonly mode: ExecutionMode
  readonly constitution: Constitution
  /** SHA-256 of what was in force. */
  readonly hashes: RunHashes
  readonly inputs: { readonly [Name in InputName]?: Observed<TruthInputs[Name]> }
}
