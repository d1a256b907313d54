import { assertNever } from '../core/assert.ts'
import type { LedgerFact } from './facts.ts'

/** What must survive: the fold of every ledger fact. It changes only here. */
export interface Ledger {
  readonly run: { readonly runId: string; readonly epoch: number; readonly endedCleanly: boolean } | null
  /** The market this store belongs to, once a run has begun. */
  readonly market: string | null
  readonly listed: ReadonlyMap<string, Extract<LedgerFact, { kind: 'instrumentListed' }>>
}

export const EMPTY_LEDGER: Ledger = { run: null, market: null, listed: new Map() }

export const applyFact = (ledger: Ledger, fact: LedgerFact): Ledger => {
  switch (fact.kind) {
    case 'runStarted':
      return { ...ledger, market: fact.market, run: { runId: fact.runId, epoch: fact.epoch, endedCleanly: false } }
    case 'runEnded':
      return ledger.run?.runId === fact.runId ? { ...ledger, run: { ...ledger.run, endedCleanly: true } } : ledger
    case 'instrumentListed':
      return { ...ledger, listed: new Map(ledger.listed).set(fact.symbol, fact) }
    case 'streamChanged':
      return ledger
    default:
      return assertNever(fact)
  }
}
