import type { SignalStore } from '../../server/views/ports.ts'

/** Signal store without signals. */
export const NO_SIGNALS: SignalStore = {
  findSignals: () => [],
  findSignal: () => undefined,
  findUnresolved: () => [],
  findResolved: () => [],
  findNewest: () => [],
  findRefused: () => [],
  findTrialDays: () => [],
  countTrials: () => 0,
  findContexts: () => new Map(),
  findEntries: () => [],
  findEntry: () => undefined,
  findGraded: () => [],
  countSignals: () => ({ signals: 0, outcomes: 0, lastMs: null }),
  countSince: () => ({ signals: 0, candidates: 0 }),
}
