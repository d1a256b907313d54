import { describe, expect, it } from 'vitest'
import { aReport } from '../../../test/support/report-samples.ts'
import { aSnapshot } from '../../../test/support/truth-samples.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../core/instant.ts'
import { parseTagged, printTagged } from '../../core/tagged-json.ts'
import { candidateQualityV3 } from '../../monitor/surfaces/candidate-quality/rules.ts'
import { executionThrottleTruth } from '../../monitor/surfaces/execution-throttle/rules.ts'
import { createVerdictWatch, createWatchRecord, type Observation, type WatchRecord } from './watch-record.ts'

const BEGIN_MS = 100 * DAY_MS

const anObservation = (second: number, parts: Partial<Observation> = {}): Observation => ({
  atMs: BEGIN_MS + second * SECOND_MS,
  isFeedFresh: true,
  reconciledAtMs: null,
  differs: false,
  clock: null,
  ...parts,
})

const truthAt = (record: WatchRecord, second: number) => record.truth(7 * DAY_MS, BEGIN_MS + second * SECOND_MS)

const verdict = (record: WatchRecord, second: number, name: string): void =>
  record.onMade({
    report: aReport({ surface: 'execution-throttle-truth', verdict: name }),
    surface: executionThrottleTruth,
    snapshot: { ...aSnapshot({}), takenAtMs: BEGIN_MS + second * SECOND_MS },
    reports: new Map(),
  })

describe('a watch record', () => {
  it('assigns the time between two samples to the first, and none when they are far apart', () => {
    const record = createWatchRecord()
    for (const second of [0, 1, 2, 60]) record.note(anObservation(second, { isFeedFresh: second !== 1 }))
    expect(truthAt(record, 60)).toMatchObject({ observedMs: 2_000, feedMs: 1_000 })
  })

  it('counts each comparison and each measurement of the clock once', () => {
    const record = createWatchRecord()
    const clock = { atMs: 5, offMs: 100 }
    const observations: Partial<Observation>[] = [
      {},
      { reconciledAtMs: 1, clock },
      { reconciledAtMs: 1, clock },
      { reconciledAtMs: 2, differs: true, clock: { atMs: 6, offMs: 100 } },
    ]
    for (const [second, parts] of observations.entries()) record.note(anObservation(second, parts))
    const truth = truthAt(record, 4)
    expect(truth).toMatchObject({ reconciliations: 2, differing: 1, clockSamples: 2 })
    expect(truth.clockP99Ms).toBeGreaterThan(93)
    expect(truth.clockP99Ms).toBeLessThan(107)
  })

  it('counts how long a verdict was held', () => {
    const record = createWatchRecord()
    verdict(record, 0, 'WITHIN_LIMITS')
    verdict(record, 5, 'THROTTLED')
    verdict(record, 10, 'WITHIN_LIMITS')
    verdict(record, 100, 'WITHIN_LIMITS')
    expect(truthAt(record, 100).verdicts['execution-throttle-truth']).toEqual({
      WITHIN_LIMITS: 5_000,
      THROTTLED: 5_000,
    })
  })

  it('continues with what was saved, without the time in between', () => {
    const before = createWatchRecord()
    before.note(anObservation(0))
    before.note(anObservation(2, { clock: { atMs: 1, offMs: 9 } }))
    const after = createWatchRecord()
    after.section.resume(parseTagged(printTagged(before.section.save())), { fromMs: 0, toMs: 1 })
    expect(truthAt(after, 2)).toEqual(truthAt(before, 2))
    after.note(anObservation(100))
    after.note(anObservation(101))
    expect(truthAt(after, 101)).toMatchObject({ observedMs: 3_000, clockSamples: 1 })
  })

  it('reaches back only as far as requested, and covers a month', () => {
    const record = createWatchRecord()
    for (let hour = 0; hour < 40 * 24; hour++) {
      record.note(anObservation((hour * HOUR_MS) / SECOND_MS))
      record.note(anObservation((hour * HOUR_MS) / SECOND_MS + 1))
    }
    const lastSecond = (40 * DAY_MS) / SECOND_MS
    expect(truthAt(record, lastSecond).observedMs).toBe(7 * 24 * 1_000)
    expect(record.truth(365 * DAY_MS, BEGIN_MS + 40 * DAY_MS).observedMs).toBe(31 * 24 * 1_000)
  })
})

describe('a verdict watch', () => {
  it('reports a verdict that is worse than the last one of its surface, and the first one', () => {
    const hasFallen = createVerdictWatch()
    const see = (verdict: string) => hasFallen({ report: aReport({ verdict }), surface: executionThrottleTruth })
    const verdicts = ['NEAR_LIMIT', 'NEAR_LIMIT', 'WITHIN_LIMITS', 'THROTTLED', 'WITHIN_LIMITS', 'BREACHED']
    expect(verdicts.map(see)).toEqual([true, false, false, true, false, true])
  })

  it('ignores verdicts that change with every bar', () => {
    const [worst = ''] = Object.keys(candidateQualityV3.contract.verdicts)
    expect(createVerdictWatch()({ report: aReport({ verdict: worst }), surface: candidateQualityV3 })).toBe(false)
  })
})
