/**
 * All records of this process for the monitor (boot, protection, status, drills, faults), and the function that adds
 * facts to them.
 */

import type { ExecutionMode } from '../domain/order/order.ts'
import type { Fact } from '../engine/model/facts.ts'
import type { EngineState } from '../engine/state/turn.ts'
import {
  type BootParts,
  type BootRecord,
  createBootRecord,
  createDrillRecord,
  type DrillRecord,
  noteRecovered,
} from './records/boot-and-drills.ts'
import { type CarriedReadings, createCarriedReadings } from './records/carried-readings.ts'
import { noteProtected, type ProtectionRecord } from './records/protection-record.ts'
import { createStatusHistory, type StatusHistory } from './records/status-history.ts'
import { createFaultRecord, createWatchRecord, type FaultRecord, type WatchRecord } from './records/watch-record.ts'

/** Facts recorded by this process, and the saved records of earlier runs. */
export interface TruthRecords {
  readonly boot: BootRecord
  readonly protection: ProtectionRecord
  readonly history: StatusHistory
  readonly carried: CarriedReadings
  readonly watch: WatchRecord
  readonly drills: DrillRecord
  readonly faults: FaultRecord
}

export const createTruthRecords = (parts: RecordParts): TruthRecords => ({
  boot: createBootRecord(parts),
  protection: parts.protection,
  history: createStatusHistory(),
  carried: createCarriedReadings(),
  watch: createWatchRecord(),
  drills: createDrillRecord(parts.mode),
  faults: createFaultRecord(),
})

interface RecordParts extends BootParts {
  readonly mode: ExecutionMode
  /** Record that includes every fact of the journal so far. */
  readonly protection: ProtectionRecord
}

/** Records facts; `state` is the state after them. Returns whether the records must be saved immediately. */
export const noteFacts = (
  { boot, protection, drills }: TruthRecords,
  facts: readonly Fact[],
  { ledger, session }: Pick<EngineState, 'ledger' | 'session'>,
): boolean => {
  noteRecovered(boot, facts, session.reconciliation.doneAtMs)
  const hasLostStop = noteProtected(protection, facts, ledger)
  return drills.noteFacts(facts) || hasLostStop
}
