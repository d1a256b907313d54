import { expect, it } from 'vitest'
import type { Report } from '../../../contract/monitor/surface.ts'
import { aReport } from '../../../test/support/report-samples.ts'
import { surfaceSource } from './surface-source.ts'

it('publishes a report when verdict, reasons or counts have changed, and otherwise every thirty seconds', () => {
  let report: Report = aReport()
  const source = surfaceSource({ find: () => report }, 'public-status-truth')
  const reason = { code: 'X', severity: 'WARN', message: 'a', evidenceIds: [] } as const
  const polls = [
    [0, {}],
    [1, { summary: 'All 8 components are healthy.' }],
    [2, { verdict: 'DEGRADED' }],
    [3, { reasons: [reason] }],
    [4, { reasons: [{ ...reason, message: 'b' }] }],
    [5, { reasons: [{ ...reason, severity: 'BLOCK' }] }],
    [34, {}],
    [35, {}],
    [36, {}],
    [37, { data: { exposure: { openPositions: 2, gross: '1' } } }],
    [38, { data: { exposure: { openPositions: 2, gross: '2' } } }],
    [39, { data: { exposure: { openPositions: 3, gross: '3' } } }],
  ] as const
  const versions = polls.map(([second, change]) => {
    report = { ...report, reasons: [...report.reasons], ...change } as Report
    return source.poll(second * 1_000)
  })
  expect(versions).toEqual([1, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7])
  expect([source.since(undefined).type, source.since(4).type]).toEqual(['snapshot', 'delta'])
  expect(JSON.parse(source.since(4).json)).toEqual(report)
})
