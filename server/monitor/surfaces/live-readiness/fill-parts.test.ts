import { describe, expect, it } from 'vitest'
import type { DecisionPacket } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import { aFillCheck, aWaiver, readyInputs, readyReports } from '../../../../test/support/readiness-samples.ts'
import { aSnapshot, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS } from '../../../core/instant.ts'
import type { ReadinessCheck } from '../../inputs/go-live.ts'
import { liveReadinessDecisionPacket as surface } from './packet-rules.ts'

const judge = (readinessChecks: readonly ReadinessCheck[]) => {
  const inputs = readyInputs({ readinessChecks, waivers: [aWaiver({ gateId: 'LR04' })] })
  const packet = report(surface, aSnapshot(inputs), readyReports()).data as DecisionPacket | null
  return packet?.gates.find(({ id }) => id === 'LR04')
}

describe('readiness gate LR04', () => {
  it.each<[title: string, checks: readonly ReadinessCheck[], status: string, measured: unknown]>([
    ['nothing was compared', [], 'MISSING', null],
    [
      'all fills were as in the order book',
      [aFillCheck()],
      'PASS',
      '120 fills from 2025-12-29 to 2026-01-02, 120 SAME, the last at 2026-01-02T02:04:05.678Z, recorded by alice',
    ],
    ['the median is at the limit', [aFillCheck({}, { medianBps: 2 })], 'PASS', expect.any(String)],
    ['the median is above the limit', [aFillCheck({}, { medianBps: 2.01 })], 'FAIL', 2.01],
    [
      'at least half of the fills have no counterpart',
      [aFillCheck({}, { medianBps: null })],
      'FAIL',
      'no counterpart for at least half of the fills',
    ],
    ['too few were compared', [aFillCheck({ count: 99 })], 'MISSING', expect.stringContaining('99 fills')],
    [
      'too few were compared, with a median above the limit',
      [aFillCheck({ count: 99 }, { medianBps: 9 })],
      'MISSING',
      expect.anything(),
    ],
    [
      'fills were left out',
      [aFillCheck({}, { incomplete: '3 entries were dropped' })],
      'MISSING',
      expect.stringContaining('incomplete: 3 entries were dropped'),
    ],
    ['the recording is old', [aFillCheck({ atMs: TAKEN_AT_MS - 7 * DAY_MS })], 'MISSING', expect.any(String)],
    ['a later comparison fails', [aFillCheck(), aFillCheck({}, { medianBps: 5 })], 'FAIL', 5],
    ['a later comparison is good', [aFillCheck({}, { medianBps: 5 }), aFillCheck()], 'PASS', expect.any(String)],
  ])('when %s', (_title, checks, status, measured) => {
    expect(judge(checks)).toMatchObject({ status, measured, waived: false, waivable: false })
  })

  it('names the command while it is open', () => {
    expect(judge([])?.remedy).toContain('plimsoll compare paper book')
  })
})
