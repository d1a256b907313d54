import type { EvidenceRecordTruth } from '../../monitor/inputs/observation.ts'
import { always } from '../reader.ts'

export const evidenceRecordReader = always<EvidenceRecordTruth>(({ evidence }, nowMs) => ({
  value: evidence.truth(),
  observedAtMs: nowMs,
}))
