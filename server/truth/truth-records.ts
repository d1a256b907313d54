import type { Fact } from '../engine/facts.ts'
import type { EngineState } from '../engine/turn.ts'
import { type BootParts, type BootRecord, createBootRecord, noteRecovered } from './boot-record.ts'
import { type CarriedReadings, createCarriedReadings } from './evidence/carried-readings.ts'
import { createProtectionRecord, noteProtected, type ProtectionRecord } from './protection-record.ts'
import { createStatusHistory, type StatusHistory } from './status-history.ts'

/** What this process has taken down of itself, and what earlier ones have saved of it. */
export interface TruthRecords {
  readonly boot: BootRecord
  readonly protection: ProtectionRecord
  readonly history: StatusHistory
  readonly carried: CarriedReadings
}

export const createTruthRecords = (parts: BootParts): TruthRecords => ({
  boot: createBootRecord(parts),
  protection: createProtectionRecord(parts.startedAtMs),
  history: createStatusHistory(),
  carried: createCarriedReadings(),
})

/** Takes down what came true; the state is as it is after it. */
export const noteFacts = (
  { boot, protection }: TruthRecords,
  facts: readonly Fact[],
  { ledger, session }: Pick<EngineState, 'ledger' | 'session'>,
): void => {
  noteRecovered(boot, facts, session.reconciliation.doneAtMs)
  noteProtected(protection, facts, ledger)
}
