import { describe, expect, it } from 'vitest'
import type { DecisionPacket } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import { aCheck, aWaiver, readyInputs, readyReports } from '../../../../test/support/readiness-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS } from '../../../core/instant.ts'
import type { ReadinessCheck } from '../../inputs/go-live.ts'
import { liveReadinessDecisionPacket as surface } from './packet-rules.ts'

const findGate = (gateId: string, inputs: InputValues) => {
  const packet = report(surface, aSnapshot(readyInputs(inputs)), readyReports()).data as DecisionPacket
  return packet.gates.find(({ id }) => id === gateId)
}

describe('the gates of recorded checks', () => {
  const NINETY_DAYS_MS = 90 * DAY_MS
  const simulation = (parts: Partial<ReadinessCheck>) => aCheck({ subject: 'b'.repeat(64), ...parts })

  it.each<[string, readonly ReadinessCheck[], string]>([
    ['LR12', [simulation({})], 'PASS'],
    ['LR12', [simulation({ atMs: TAKEN_AT_MS - 300 * DAY_MS })], 'PASS'],
    ['LR12', [simulation({ count: 9_999 })], 'MISSING'],
    ['LR12', [simulation({ subject: 'e'.repeat(64) })], 'MISSING'],
    ['LR12', [simulation({ count: 40, faults: 1, note: 'seed 7' }), simulation({})], 'FAIL'],
    ['LR12', [simulation({ count: 40, faults: 1, subject: 'e'.repeat(64) }), simulation({})], 'PASS'],
    ['LR12', [], 'MISSING'],
    ['LR18', [aCheck({ kind: 'CHECKPOINT', atMs: TAKEN_AT_MS - DAY_MS + 1 })], 'PASS'],
    ['LR18', [aCheck({ kind: 'CHECKPOINT', atMs: TAKEN_AT_MS - DAY_MS })], 'MISSING'],
    ['LR18', [aCheck({ kind: 'CHECKPOINT', faults: 1 })], 'FAIL'],
    ['LR18', [aCheck({ kind: 'RESTORE' })], 'MISSING'],
    ['LR19', [aCheck({ kind: 'RESTORE', atMs: TAKEN_AT_MS - 30 * DAY_MS + 1 })], 'PASS'],
    ['LR19', [aCheck({ kind: 'RESTORE', atMs: TAKEN_AT_MS - 30 * DAY_MS })], 'MISSING'],
    ['LR19', [aCheck({ kind: 'RESTORE', faults: 2 })], 'FAIL'],
    ['LR19', [aCheck({ kind: 'RESTORE', faults: 2, atMs: TAKEN_AT_MS - DAY_MS }), aCheck({ kind: 'RESTORE' })], 'PASS'],
    ['LR19', [aCheck({ kind: 'RESTORE' }), aCheck({ kind: 'RESTORE', faults: 1, atMs: TAKEN_AT_MS - DAY_MS })], 'FAIL'],
    ['LR18', [aCheck({ kind: 'CHECKPOINT' }), aCheck({ kind: 'CHECKPOINT', atMs: TAKEN_AT_MS - 2 * DAY_MS })], 'PASS'],
    ['LR05', [aCheck({ kind: 'LIMITS_REVIEW', subject: 'c'.repeat(64) })], 'PASS'],
    ['LR05', [aCheck({ kind: 'LIMITS_REVIEW', subject: 'd'.repeat(64) })], 'MISSING'],
    [
      'LR05',
      [aCheck({ kind: 'LIMITS_REVIEW', subject: 'c'.repeat(64), atMs: TAKEN_AT_MS - NINETY_DAYS_MS })],
      'MISSING',
    ],
  ])('%s after the checks %j is %s', (gateId, readinessChecks, status) => {
    expect(findGate(gateId, { readinessChecks })).toMatchObject({ status, waivable: false })
    expect(findGate(gateId, { readinessChecks, waivers: [aWaiver({ gateId })] })?.status).toBe(status)
  })

  it.each<[readonly ReadinessCheck[], string, boolean]>([
    [[], 'MISSING', true],
    [[aCheck({ kind: 'PRACTICE', subject: 'bybit', count: 6, by: 'ENGINE' })], 'PASS', false],
    [[aCheck({ kind: 'PRACTICE', atMs: TAKEN_AT_MS - 7 * DAY_MS })], 'MISSING', false],
    [[aCheck({ kind: 'PRACTICE' }), aCheck({ kind: 'PRACTICE', faults: 1 })], 'FAIL', false],
  ])('LR13 after practice %j is %s', (readinessChecks, status, waivable) => {
    expect(findGate('LR13', { readinessChecks, waivers: [] })).toMatchObject({ status, waivable })
  })

  it('names who recorded a check, what it covered and its first fault', () => {
    const measured = (check: ReadinessCheck) => findGate('LR12', { readinessChecks: [check] })?.measured
    expect(measured(simulation({}))).toBe('10000 seeds, no fault, at 2026-01-02T02:04:05.678Z, recorded by alice')
    expect(measured(simulation({ faults: 1, note: 'seed 7' }))).toBe(
      '10000 seeds, 1 fault, first: seed 7, at 2026-01-02T02:04:05.678Z, recorded by alice',
    )
  })
})
