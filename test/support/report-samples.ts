import type { Report } from '../../contract/monitor/surface.ts'
import type { Reports } from '../../server/monitor/frame/reports.ts'
import { aSnapshot, TAKEN_AT_MS } from './truth-samples.ts'

/** Creates a surface report, by default of a healthy platform. */
export const aReport = (parts: Partial<Report> = {}): Report => ({
  surface: 'public-status-truth',
  verdict: 'OPERATIONAL',
  schemaVersion: '1.0.0',
  mutationAuthority: 'NONE',
  generatedAt: '2026-01-02T03:04:05.678Z',
  asOf: '2026-01-02T03:04:04.678Z',
  snapshotId: 'snp_01KDXYZ7QE0000000000000000',
  constitutionHash: 'c'.repeat(64),
  configHash: 'f'.repeat(64),
  buildDigest: 'b'.repeat(64),
  executionMode: 'PAPER',
  severity: 'OK',
  summary: 'All 9 components are healthy.',
  reasons: [],
  missingEvidence: [],
  evidence: [],
  freshness: { status: 'FRESH', oldestAgeMs: 1_000, staleInputs: [] },
  data: null,
  ...parts,
})

/** Creates reports of one snapshot, of only these surfaces. */
export const createReports = (reports: readonly Report[], takenAtMs = TAKEN_AT_MS): Reports => ({
  snapshot: { ...aSnapshot({}), takenAtMs },
  find: (surface) => reports.find((report) => report.surface === surface),
  all: () => [...reports],
})
