import type { SignalStore } from '../../../engine/ports.ts'
import type { Tables } from './tables.ts'

/** What can be looked up of signals and of the entries they led to. */
export const createSignalStore = ({ signals, entries, contexts }: Tables): SignalStore => ({
  findSignals: signals.findPage,
  findNewest: signals.findNewest,
  findUnresolved: signals.findUnresolved,
  findResolved: signals.findResolved,
  findContexts: contexts.find,
  findEntries: entries.findPage,
  findEntry: entries.find,
  findRefused: entries.findRefused,
  countSince: (sinceMs) => ({ signals: signals.countSince(sinceMs), candidates: entries.countSince(sinceMs) }),
})
