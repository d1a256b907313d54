import type { ControlState } from '../../domain/control/control-state.ts'
import type { PastRun } from '../../domain/control/past-run.ts'
import type { LedgerFact } from '../model/facts.ts'

/** More runs than any query needs. */
const RUNS_MAX = 64
const ON_THE_WAY: readonly ControlState[] = ['STARTING', 'RECONCILING', 'STOPPING', 'STOPPED']

/** Passes the facts through and collects the runs among them, oldest first. */
export function* notingRuns(facts: Iterable<LedgerFact>, runs: PastRun[]): Generator<LedgerFact> {
  for (const fact of facts) {
    noteRun(runs, fact)
    yield fact
  }
}

const noteRun = (runs: PastRun[], fact: LedgerFact): void => {
  if (fact.kind === 'runStarted') {
    const { runId, epoch, atMs, hashes = null } = fact
    runs.push({ runId, epoch, startedAtMs: atMs, hashes, endedCleanly: false, lastAtMs: atMs, state: null })
    if (runs.length > RUNS_MAX) runs.shift()
  }
  const run = runs.at(-1)
  if (!run) return
  run.lastAtMs = Math.max(run.lastAtMs, fact.atMs)
  if (fact.kind === 'runEnded' && fact.runId === run.runId) run.endedCleanly = true
  if (fact.kind === 'controlChanged' && !ON_THE_WAY.includes(fact.state)) run.state = fact.state
}
