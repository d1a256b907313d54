import type { SignalStore } from '../../server/engine/ports.ts'

/** A store in which no strategy has ever said anything. */
export const NO_SIGNALS: SignalStore = {
  findSignals: () => [],
  findUnresolved: () => [],
  findResolved: () => [],
  findNewest: () => [],
  findRefused: () => [],
  findContexts: () => new Map(),
  findEntries: () => [],
  findEntry: () => undefined,
  countSince: () => ({ signals: 0, candidates: 0 }),
}
