import { SURFACES } from '@plimsoll/client'
import { expect, it } from 'vitest'
import { classifyReport, evidenceShare, groupSurfaces, nextStep, readyAt } from './groups.ts'
import type { Report } from './surfaces.ts'

it.each([
  ['protection-blocker-truth', 'UNPROTECTED', 'CRITICAL', 'needsYou'],
  ['public-status-truth', 'DEGRADED', 'WARN', 'needsYou'],
  ['profitability-quality-scorecard', 'INSUFFICIENT_EVIDENCE', 'WARN', 'warmingUp'],
  ['live-readiness-decision-packet', 'NO_GO', 'BLOCK', 'live'],
  ['live-readiness-decision-packet', 'GO', 'OK', 'live'],
  ['candidate-quality-v3', 'NO_EDGE', 'WARN', 'fine'],
  ['operator-compact-truth', 'STOPPED_BY_CHOICE', 'INFO', 'fine'],
] as const)('puts %s with %s under the right heading', (surface, verdict, severity, group) => {
  const report = { verdict, severity } as Pick<Report, 'verdict' | 'severity'>
  expect(classifyReport(surface, report)).toBe(group)
})

it('has every surface in one group, also before its report arrives', () => {
  const critical = { verdict: 'UNPROTECTED', severity: 'CRITICAL' } as Report
  const degraded = { verdict: 'DEGRADED', severity: 'WARN' } as Report
  const groups = groupSurfaces({ 'public-status-truth': degraded, 'protection-blocker-truth': critical })
  expect(groups.needsYou.map(({ name }) => name)).toEqual(['protection-blocker-truth', 'public-status-truth'])
  expect(groups.warmingUp.length + groups.live.length).toBe(SURFACES.length - 2)
})

const MISSING = { code: 'X', description: 'x', producedBy: 'x', have: 1, need: 4, earliestAt: '2026-11-29T00:00:00Z' }

it('measures the evidence by the slowest item', () => {
  expect(evidenceShare([MISSING, { ...MISSING, have: '3', need: '3' }])).toBe(0.25)
  expect(evidenceShare([{ ...MISSING, have: null }])).toBe(0)
  expect(evidenceShare([{ ...MISSING, need: 'a review' }])).toBeUndefined()
})

it('is expected when the last item is expected, and unknown while part of it cannot be estimated', () => {
  const later = { ...MISSING, earliestAt: '2026-12-03T00:00:00Z' }
  expect(readyAt([MISSING, later])).toBe(later.earliestAt)
  expect(readyAt([MISSING, { ...MISSING, earliestAt: null }])).toBeUndefined()
  expect(readyAt([])).toBeUndefined()
})

it('returns the first remedy as the recommended action of a report that requires one', () => {
  const reason = { code: 'A', severity: 'WARN' as const, message: 'a', evidenceIds: [] }
  const remedied = [reason, { ...reason, remedy: 'Do it.' }]
  const report = { verdict: 'NO_EDGE' as const, severity: 'WARN' as const, reasons: remedied, missingEvidence: [] }
  expect(nextStep('public-status-truth', report)).toBe('Do it.')
  expect(nextStep('candidate-quality-v3', report)).toBeUndefined()
  expect(nextStep('public-status-truth', { ...report, reasons: [reason], missingEvidence: [MISSING] })).toBeUndefined()
})
