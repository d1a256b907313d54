import { StoreFailure } from '../../core/errors.ts'
import type { Fact } from '../model/facts.ts'
import type { AuditTrail, Batch, Journal } from '../model/ports.ts'

/** Maximum number of unwritten items with which the engine continues. */
const HELD_MAX = 100_000

/** Decisions on their way to the disk. Changed in place. */
export interface Memory {
  readonly journal: Journal
  readonly audit: AuditTrail
  /** Audit entries that could not be written yet, in order. */
  readonly heldAudit: AuditedFact[]
  heldBatch: Batch | null
  /** True while the audit log is written to its spool. */
  spools: boolean
  /** Reason the last attempt failed. */
  failure: string | null
  retryAtMs: number
}

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
 * Makes a batch durable: audit entries first, then the facts. Anything a failing store does not accept is held, in
 * order, and tried again with the next batch; `failure` reports it. Call it again only when the journal has answered;
 * there is nothing to wait for where it answers at once. Throws, or rejects with, any error that is not a store failure.
 */
export const keep = (memory: Memory, batch: Batch, atMs: number): undefined | PromiseLike<void> => {
  memory.heldAudit.push(...batch.facts.filter((fact) => fact.kind === 'audited'))
  const held = memory.heldBatch ? joined(memory.heldBatch, batch) : batch
  memory.heldBatch = held
  if (memory.failure !== null && atMs < memory.retryAtMs) return refuseTooMuch(memory)
  memory.retryAtMs = atMs + RETRY_MS
  try {
    const failure = writeAudit(memory) ?? null
    const appended = memory.journal.append(held)
    if (appended !== undefined) {
      return appended.then(
        () => noteWritten(memory, failure),
        (error) => noteFailed(memory, error),
      )
    }
    noteWritten(memory, failure)
  } catch (error) {
    noteFailed(memory, error)
  }
  return undefined
}

/** Returns whether something waits for a store that has failed. */
export const hasHeld = ({ failure, heldAudit }: Memory): boolean => failure !== null || heldAudit.length > 0

const noteWritten = (memory: Memory, failure: string | null): void => {
  memory.failure = failure
  memory.heldBatch = null
}

const noteFailed = (memory: Memory, error: unknown): void => {
  if (!(error instanceof StoreFailure)) throw error
  memory.failure = error.message
  refuseTooMuch(memory)
}

/** Returns the fault of the audit log, which is written to its spool then; undefined when there is none. */
const writeAudit = (memory: Memory): string | undefined => {
  const commit = memory.journal.nextCommit?.()
  const entries = memory.heldAudit.map(({ entry }) => (commit === undefined ? entry : { ...entry, commit }))
  const status = entries.length === 0 && memory.failure === null ? 'RECORDED' : memory.audit.append(entries)
  memory.heldAudit.length = 0
  memory.spools = status === 'SPOOLED'
  return memory.spools ? 'The audit log cannot be written; its entries are kept in the spool.' : undefined
}

/** The audit log for writers beside the engine: an unwritable entry is held with the engine's own, and still throws. */
export const auditBeside = (memory: Memory): AuditTrail => ({
  append(entries) {
    try {
      return memory.audit.append(entries)
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
  if ((heldBatch?.facts.length ?? 0) > HELD_MAX) throw new Error(`Too much could not be written: ${failure}`)
}
