import type { EvidenceRecordTruth } from '../../monitor/inputs/evidence-record.ts'
import { always } from '../reader.ts'

export const evidenceRecordReader = always<EvidenceRecordTruth>(({ evidence }, nowMs) => ({
  value: evidence.truth(),
  observedAtMs: nowMs,
}))
