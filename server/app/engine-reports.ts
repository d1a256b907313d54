/**
 * Monitor reports and metrics that the active engine publishes to gateways: their JSON format, and the report for an
 * engine that no longer publishes.
 */

import { SURFACES } from '../../contract/monitor/index.ts'
import { INSUFFICIENT, type Report } from '../../contract/monitor/surface.ts'
import { assert } from '../core/assert.ts'

/** Reports and metrics of one snapshot. */
export interface EngineReports {
  readonly reports: readonly Report[]
  /** In the Prometheus text format; without those of clients. */
  readonly metrics: string
}

export const printReports = (reports: EngineReports): string => JSON.stringify(reports)

export const readReports = (text: string): EngineReports => JSON.parse(text) as EngineReports

/**
 * Returns the last report of an engine that no longer publishes: its findings are retained, and its verdict is
 * insufficient evidence.
 */
export const silentReport = (report: Report, silentMs: number): Report => {
  const contract = SURFACES.find(({ surface }) => surface === report.surface)
  assert(contract, `${report.surface} must be a surface`)
  const severity = contract.verdicts[INSUFFICIENT as keyof typeof contract.verdicts] ?? 'BLOCK'
  const message = `The engine has not reported for ${Math.round(silentMs / 1_000)} s.`
  const missing = { code: 'ENGINE_SILENT', description: message, have: null, need: 'a report of the active engine' }
  return {
    ...report,
    verdict: INSUFFICIENT,
    severity,
    summary: message,
    reasons: [{ code: 'ENGINE_SILENT', severity, message, evidenceIds: [] }, ...report.reasons],
    missingEvidence: [{ ...missing, producedBy: 'the active engine', earliestAt: null }, ...report.missingEvidence],
    freshness: { ...report.freshness, status: 'STALE' },
  }
}
