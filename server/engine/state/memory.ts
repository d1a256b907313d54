/** Writes batches of facts and audit entries to disk, and holds them while the store fails. */

import { StoreFailure } from '../../core/errors.ts'
import type { Fact } from '../model/facts.ts'
import type { AuditStatus, AuditTrail, Batch, Journal } from '../model/ports.ts'

/** Facts and audit entries being written to disk. Changed in place. */
export interface Memory {
  readonly journal: Journal
  readonly audit: AuditTrail
  /** Audit entries that are durable nowhere yet, in order. */
  readonly heldAudit: AuditedFact[]
  heldBatch: Batch | null
  /** True while the audit log cannot be written and its entries wait elsewhere. */
  spools: boolean
  /** Reason the last attempt failed. */
  failure: string | null
  retryAtMs: number
}

/** Maximum number of unwritten items with which the engine continues. */
const HELD_MAX = 100_000

type AuditedFact = Extract<Fact, { kind: 'audited' }>

/** Interval between attempts to write to a failing store. */
const RETRY_MS = 1_000

export const createMemory = (journal: Journal, audit: AuditTrail): Memory => ({
  journal,
  audit,
  heldAudit: [],
  heldBatch: null,
  spools: false,
  failure: null,
  retryAtMs: 0,
})

/**
 * Makes a batch durable, including its audit entries. Facts that a failing journal does not accept are held in order
 * and retried with the next batch; `failure` reports the reason, and the audit entries go directly to the audit log
 * meanwhile. Call it again only after it has returned or its promise has settled. Throws, or rejects with, any error
 * that is not a store failure.
 */
export const keep = (memory: Memory, batch: Batch, atMs: number): undefined | PromiseLike<void> => {
  memory.heldAudit.push(...batch.facts.filter((fact) => fact.kind === 'audited'))
  const decided = { ...batch, facts: batch.facts.filter((fact) => fact.kind !== 'audited') }
  const held = memory.heldBatch ? joined(memory.heldBatch, decided) : decided
  memory.heldBatch = held
  if (memory.failure !== null && atMs < memory.retryAtMs) return refuseTooMuch(memory)
  memory.retryAtMs = atMs + RETRY_MS
  const audited = memory.heldAudit.splice(0)
  try {
    const appended = memory.journal.append({ ...held, facts: [...audited, ...held.facts] })
    if (appended === undefined) return noteWritten(memory)
    return appended.then(
      () => noteWritten(memory),
      (error) => noteFailed(memory, error, audited),
    )
  } catch (error) {
    return noteFailed(memory, error, audited)
  }
}

/** Returns whether writes are pending because the store failed. */
export const hasHeld = ({ failure, heldAudit, audit }: Memory): boolean =>
  failure !== null || heldAudit.length > 0 || audit.status() === 'SPOOLED'

const noteWritten = (memory: Memory): undefined => {
  memory.heldBatch = null
  memory.spools = memory.audit.status() === 'SPOOLED'
  memory.failure = memory.spools ? 'The audit log cannot be written; its entries are kept in the spool.' : null
}

const noteFailed = (memory: Memory, error: unknown, audited: readonly AuditedFact[]): undefined | PromiseLike<void> => {
  if (!(error instanceof StoreFailure)) throw error
  memory.failure = error.message
  refuseTooMuch(memory)
  return audited.length === 0 ? undefined : writeAudit(memory, audited)
}

/** Writes the entries only to the audit log; entries that cannot be written are held. */
const writeAudit = (memory: Memory, audited: readonly AuditedFact[]): undefined | PromiseLike<void> => {
  const noteStatus = (status: AuditStatus): undefined => {
    memory.spools = status === 'SPOOLED'
  }
  const hold = (error: unknown): undefined => {
    if (!(error instanceof StoreFailure)) throw error
    memory.heldAudit.unshift(...audited)
  }
  try {
    const status = memory.audit.append(audited.map(({ entry }) => entry))
    return typeof status === 'string' ? noteStatus(status) : status.then(noteStatus, hold)
  } catch (error) {
    return hold(error)
  }
}

/**
 * Audit log for writers outside the engine: an entry that cannot be written is held with the engine's own, and still
 * throws.
 */
export const auditBeside = (memory: Memory): Pick<AuditTrail, 'append'> => ({
  async append(entries) {
    try {
      return await memory.audit.append(entries)
    } catch (error) {
      if (error instanceof StoreFailure)
        memory.heldAudit.push(...entries.map((entry) => ({ kind: 'audited', entry }) as const))
      throw error
    }
  },
})

const joined = (held: Batch, next: Batch): Batch => ({
  facts: [...held.facts, ...next.facts],
  orders: newest([...held.orders, ...next.orders], ({ orderId }) => orderId),
  positions: newest([...held.positions, ...next.positions], ({ positionId }) => positionId),
})

/** Returns the newest item per ID. */
const newest = <T>(items: readonly T[], getId: (item: T) => string): T[] => [
  ...new Map(items.map((item) => [getId(item), item])).values(),
]

const refuseTooMuch = ({ heldBatch, failure }: Memory): undefined => {
  if ((heldBatch?.facts.length ?? 0) > HELD_MAX) throw new Error(`Too many entries could not be written: ${failure}`)
}
