import type { SignalStore } from '../../../engine/model/ports.ts'
import type { Tables } from './tables.ts'

/** Queries for signals and for the entries they led to. */
export const createSignalStore = ({ signals, entries, contexts, trials }: Tables): SignalStore => ({
  findSignals: signals.findPage,
  findSignal: signals.find,
  findNewest: signals.findNewest,
  findUnresolved: signals.findUnresolved,
  findResolved: signals.findResolved,
  findTrialDays: trials.find,
  countTrials: trials.count,
  findContexts: contexts.find,
  findEntries: entries.findPage,
  findEntry: entries.find,
  findGraded: entries.findGraded,
  findRefused: entries.findRefused,
  countSignals: signals.countSignals,
  countSince: (sinceMs) => ({ signals: signals.countSince(sinceMs), candidates: entries.countSince(sinceMs) }),
})
