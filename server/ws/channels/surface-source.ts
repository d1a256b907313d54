import type { Report } from '../../../contract/monitor/surface.ts'
import { assert } from '../../core/assert.ts'
import { ageMs, type Instant, SECOND_MS } from '../../core/instant.ts'
import { followPointer } from '../../core/json.ts'
import type { ConflatedSource } from '../source.ts'

/**
 * Data source of the monitor channels: publishes the report of a surface whenever verdict, reasons or counts have
 * changed.
 */
export const surfaceSource = (monitor: MonitorReader, surface: string): ConflatedSource => {
  let version = 0
  let publishedAtMs: Instant = 0
  let sign = ''
  let json = ''
  let latest: Report | undefined
  return {
    delivery: 'CONFLATE',
    everyMs: SECOND_MS,
    poll(nowMs) {
      const report = monitor.find(surface)
      assert(report, `the surface ${surface} must exist`)
      latest = report
      const currentSign = computeSign(report)
      if (currentSign === sign && (ageMs(publishedAtMs, nowMs) ?? REPUBLISH_AFTER_MS) < REPUBLISH_AFTER_MS)
        return version
      sign = currentSign
      publishedAtMs = nowMs
      json = JSON.stringify(report)
      return ++version
    },
    since: (sentVersion) =>
      sentVersion === undefined ? { type: 'snapshot', json: JSON.stringify(latest) } : { type: 'delta', json },
  }
}

/** Source of the reports. */
export interface MonitorReader {
  find(surface: string): Report | undefined
}

/** Interval at which an unchanged report is published again. */
const REPUBLISH_AFTER_MS = 30 * SECOND_MS

/** Counts of the report that are also published item by item on other channels. */
const COUNTS = ['openPositions', 'unprotectedPositions', 'outcomeUnknownOrders', 'externalOrders'].map(
  (name) => `/data/exposure/${name}`,
)

const computeSign = (report: Report): string => {
  const reasons = report.reasons.map(({ code, severity }) => `${code} ${severity}`)
  return JSON.stringify([report.verdict, reasons, COUNTS.map((pointer) => followPointer(report, pointer))])
}
