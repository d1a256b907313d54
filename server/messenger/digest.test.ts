import { describe, expect, it } from 'vitest'
import type { Report } from '../../contract/monitor/surface.ts'
import { aReport, createReports } from '../../test/support/report-samples.ts'
import { aSnapshot, TAKEN_AT_MS } from '../../test/support/truth-samples.ts'
import { computeDigest } from '../core/digest.ts'
import { followPointer } from '../core/json.ts'
import { reportsOn } from '../monitor/frame/reports.ts'
import { executionThrottleTruth } from '../monitor/surfaces/execution-throttle/rules.ts'
import { composeDigest, digestMessage, digestText, recheckDigest } from './digest.ts'

const compact = (data: Partial<Record<string, unknown>> = {}, parts: Partial<Report> = {}) =>
  aReport({
    surface: 'operator-compact-truth',
    verdict: 'ALL_CLEAR',
    summary: 'All clear: 19 of 19 surfaces are well.',
    data: {
      engine: { state: 'RUNNING', executionMode: 'PAPER', latchEngaged: false },
      money: { equity: '10012.30', dayNet: '12.30', dayNetPct: 0.12, drawdownPct: 0.4 },
      exposure: {
        openPositions: 2,
        gross: '812.5',
        unprotectedPositions: 0,
        outcomeUnknownOrders: 0,
        externalOrders: 0,
      },
      nextAction: { text: 'No action needed.' },
      ...data,
    },
    ...parts,
  })

const compose = (reports: readonly Report[]) =>
  composeDigest(createReports(reports), { digestId: 'dig_01KDXYZ7QE0000000000000000', windowFromMs: null })

describe('a digest', () => {
  it('reports the surfaces line by line', () => {
    expect(digestText(compose([aReport(), compact()]))).toBe(
      [
        'Status: All 9 components are healthy.',
        'Engine: RUNNING, PAPER.',
        'Money: equity 10012.30 USDT, today 12.30 USDT (0.12%), drawdown 0.4%.',
        'Exposure: 2 open positions, 812.5 USDT in total, 0 positions without a verified stop, 0 orders with unknown outcome, 0 external orders.',
        'Operator: All clear: 19 of 19 surfaces are well.',
        'Advice: No action needed.',
        'Do not reply: messages to this channel are not read. To control the platform, use the host: plimsoll status.',
      ].join('\n'),
    )
  })

  it('is as short as possible: no trailing zeros, no 1 of 1', () => {
    const text = digestText(
      compose([
        compact({
          money: { equity: '10000.00000000', dayNet: '0.00000000', dayNetPct: 0 },
          exposure: { openPositions: 1, gross: '1.23450000', outcomeUnknownOrders: 1, externalOrders: 1 },
        }),
      ]),
    )
    expect(text).toContain('Money: equity 10000.00 USDT, today 0.00 USDT (0%).')
    expect(text).toContain(
      'Exposure: 1 open position, 1.2345 USDT in total, 1 order with unknown outcome, 1 external order.',
    )
    const share = digestText(compose([compact({ money: { dayNetPct: 0.5 } })]))
    expect(share).toContain('Money: today 0.5%.')
  })

  it('names for each line the value it was read from', () => {
    const reports = [aReport(), compact()]
    const { lines, contentHash } = compose(reports)
    expect(lines.find(({ key }) => key === 'money')).toEqual({
      key: 'money',
      text: 'Money: equity 10012.30 USDT, today 12.30 USDT (0.12%), drawdown 0.4%.',
      provenance: 'LIVE_STATE',
      sourceSurface: 'operator-compact-truth',
      pointer: '/data/money',
      snapshotId: 'snp_01KDXYZ7QE0000000000000000',
      valueDigest: computeDigest({ equity: '10012.30', dayNet: '12.30', dayNetPct: 0.12, drawdownPct: 0.4 }),
      observedAtMs: TAKEN_AT_MS - 1_000,
    })
    for (const { sourceSurface, pointer, valueDigest } of lines) {
      const report = reports.find(({ surface }) => surface === sourceSurface)
      const resolved = report && followPointer(report, pointer ?? '')
      if (valueDigest !== null) expect(resolved?.ok && computeDigest(resolved.value)).toBe(valueDigest)
    }
    expect(contentHash).toBe(computeDigest(lines))
  })

  it('omits missing values, and never invents them', () => {
    const { lines } = compose([compact({ money: { equity: null, dayNet: null }, engine: null, exposure: null })])
    expect(lines.map(({ key }) => key)).toEqual(['operator', 'advice', 'closing'])
    expect(compose([]).lines.map(({ provenance }) => provenance)).toEqual(['STATIC_TEMPLATE'])
  })

  it('marks what is based on old evidence', () => {
    const stale = {
      id: 'evd_01KDXYZ7QE0000000000000000',
      kind: 'BOOKS',
      source: 'ledger',
      observedAt: '',
      fresh: false,
    }
    const freshness: Report['freshness'] = { status: 'PARTIAL', oldestAgeMs: 9_000, staleInputs: ['ledger'] }
    const digest = compose([aReport({ evidence: [{ ...stale, ageMs: 9_000, maxAgeMs: 5_000 }], freshness })])
    expect(digest.lines[0]?.provenance).toBe('CACHED')
    expect(digestText(digest)).toContain('Status: All 9 components are healthy. (not fully current)')
  })

  it('marks what lacks an input, as it does what has an old one', () => {
    const reports = reportsOn(aSnapshot({}), [executionThrottleTruth])
    const digest = composeDigest(reports, { digestId: 'dig_01KDXYZ7QE0000000000000000', windowFromMs: null })
    expect(digest.lines.map(({ key, provenance }) => [key, provenance])).toEqual([
      ['throttle', 'CACHED'],
      ['closing', 'STATIC_TEMPLATE'],
    ])
    expect(digestText(digest)).toMatch(/ \(not fully current\)$/m)
  })

  it('takes a report as live that has every input, and too few samples', () => {
    const missingEvidence = [
      {
        code: 'CLOSED_TRADES',
        description: 'Closed trades',
        have: 3,
        need: 30,
        producedBy: 'trading',
        earliestAt: null,
      },
    ]
    const digest = compose([aReport({ verdict: 'INSUFFICIENT_EVIDENCE', missingEvidence })])
    expect(digest.lines[0]?.provenance).toBe('LIVE_STATE')
  })

  it('gives no advice with a number that was not measured', () => {
    const advice = (text: string) =>
      compose([aReport(), compact({ nextAction: { text } })]).lines.find(({ key }) => key === 'advice')?.text
    expect(advice('Check the 9 components; gate G08 explains why.')).toBe(
      'Advice: Check the 9 components; gate G08 explains why.',
    )
    expect(advice('You could make 400 USDT today.')).toBeUndefined()
  })

  it('matches the snapshot it was composed from, and no other', () => {
    const reports = [aReport(), compact()]
    const digest = compose(reports)
    const all = (of: readonly Report[]) => [...new Set(recheckDigest(digest, createReports(of)))]
    expect(all(reports)).toEqual(['MATCH'])
    expect(
      recheckDigest(digest, createReports([aReport({ summary: 'All 8 components are healthy.' }), compact()]))[0],
    ).toBe('CHANGED')
    expect(recheckDigest(digest, createReports([compact()]))[0]).toBe('SOURCE_GONE')
    expect(recheckDigest(digest, createReports([aReport(), compact({ money: undefined })]))[2]).toBe('CHANGED')
    const other = { snapshotId: 'snp_01KDXYZ7QE0000000000000001' }
    expect(recheckDigest(digest, createReports([aReport(other), compact()]))[0]).toBe('SOURCE_GONE')
  })

  it('is sent with all of that', () => {
    const digest = compose([aReport()])
    expect(digestMessage(digest, 'msg_01KDXYZ7QE0000000000000000')).toMatchObject({
      type: 'digest',
      title: 'Digest of 2026-01-02 03:04 UTC',
      severity: 'INFO',
      data: {
        contentHash: digest.contentHash,
        composedAt: '2026-01-02T03:04:05.678Z',
        lines: [{ key: 'status', pointer: '/summary', observedAt: '2026-01-02T03:04:04.678Z' }, { key: 'closing' }],
      },
    })
  })
})
