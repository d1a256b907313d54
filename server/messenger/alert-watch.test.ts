import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Report, SEVERITIES } from '../../contract/monitor/surface.ts'
import { aReport } from '../../test/support/report-samples.ts'
import { type Change, checkReport, type Watch } from './alert-watch.ts'

const CHECK_EVERY_MS = 3_000
const SEVERITY: Readonly<Record<string, Report['severity']>> = {
  OPERATIONAL: 'OK',
  TRADING_PAUSED: 'INFO',
  DEGRADED: 'WARN',
  INSUFFICIENT_EVIDENCE: 'WARN',
  EMERGENCY_STOPPED: 'BLOCK',
  LATCHED: 'BLOCK',
  OUTAGE: 'CRITICAL',
}

const at = (verdict: string, surface = 'public-status-truth') =>
  aReport({ surface, verdict, severity: SEVERITY[verdict] ?? 'OK' })

/** Returns the changes reported for a surface with these verdicts at successive polls. */
const replay = (verdicts: readonly string[], surface?: string): (Change | null)[] => {
  let watch: Watch | undefined
  return verdicts.map((verdict, index) => {
    const result = checkReport(watch, at(verdict, surface), index * CHECK_EVERY_MS)
    watch = result.watch
    return result.change
  })
}

const kinds = (verdicts: readonly string[], surface?: string) =>
  replay(verdicts, surface).map((change) => change && `${change.kind} ${change.was}`)

describe('surface alerts', () => {
  it('are absent while a surface is well, or no worse than at first', () => {
    expect(kinds(['OPERATIONAL', 'TRADING_PAUSED', 'OPERATIONAL'])).toEqual([null, null, null])
    expect(kinds(['INSUFFICIENT_EVIDENCE', 'DEGRADED', 'INSUFFICIENT_EVIDENCE'])).toEqual([null, null, null])
  })

  it('report a fall from good to worse once, and the recovery once it holds', () => {
    const verdicts = ['OPERATIONAL', 'DEGRADED', 'DEGRADED', 'OPERATIONAL', 'OPERATIONAL', 'OPERATIONAL']
    expect(kinds(verdicts)).toEqual([null, 'ALERT OPERATIONAL', null, null, null, 'RECOVERY DEGRADED'])
  })

  it('include a problem that exists at the first poll', () => {
    expect(kinds(['OUTAGE', 'OUTAGE'])).toEqual(['ALERT null', null])
    expect(kinds(['EMERGENCY_STOPPED', 'OPERATIONAL', 'OPERATIONAL', 'OPERATIONAL'])).toEqual([
      'ALERT null',
      null,
      null,
      'RECOVERY EMERGENCY_STOPPED',
    ])
  })

  it('report that an opinion falls, not that it is low', () => {
    const surface = 'profitability-quality-scorecard'
    expect(kinds(['EMERGENCY_STOPPED', 'EMERGENCY_STOPPED'], surface)).toEqual([null, null])
    expect(kinds(['OPERATIONAL', 'EMERGENCY_STOPPED'], surface)).toEqual([null, 'ALERT OPERATIONAL'])
  })

  it('omit changes that come and go with every bar, unless they are serious', () => {
    const verdicts = ['OPERATIONAL', 'DEGRADED', 'OPERATIONAL', 'EMERGENCY_STOPPED']
    expect(kinds(verdicts, 'candidate-quality-v3')).toEqual([null, null, null, 'ALERT OPERATIONAL'])
  })

  it('report each bad verdict that replaces another', () => {
    expect(kinds(['OPERATIONAL', 'DEGRADED', 'EMERGENCY_STOPPED', 'LATCHED', 'OUTAGE'])).toEqual([
      null,
      'ALERT OPERATIONAL',
      'ALERT DEGRADED',
      'ALERT EMERGENCY_STOPPED',
      'ALERT LATCHED',
    ])
  })

  it('do not repeat the same verdict when it was only half as bad in between', () => {
    expect(kinds(['OPERATIONAL', 'EMERGENCY_STOPPED', 'DEGRADED', 'EMERGENCY_STOPPED'])).toEqual([
      null,
      'ALERT OPERATIONAL',
      null,
      null,
    ])
  })

  it('report a recovery to the state before, even if that was not good', () => {
    const verdicts = ['INSUFFICIENT_EVIDENCE', 'EMERGENCY_STOPPED', ...Array(3).fill('INSUFFICIENT_EVIDENCE')]
    expect(kinds(verdicts)).toEqual([null, 'ALERT INSUFFICIENT_EVIDENCE', null, null, 'RECOVERY EMERGENCY_STOPPED'])
  })

  it('delay good news while it flaps, so that a surface never appears well when it is not', () => {
    const episode = ['DEGRADED', 'OPERATIONAL', 'OPERATIONAL', 'OPERATIONAL']
    const changes = replay(['OPERATIONAL', ...episode, ...episode, ...episode, ...Array(200).fill('OPERATIONAL')])
    const timeline = changes.flatMap((change, index) => (change ? [[index, change.kind, change.isFlapping]] : []))
    expect(timeline).toEqual([
      [1, 'ALERT', false],
      [4, 'RECOVERY', false],
      [5, 'ALERT', true],
      [201, 'RECOVERY', false],
    ])
  })

  it('report at most six changes within ten minutes, however often it changes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(SEVERITY)), { maxLength: 400 }), (verdicts) => {
        const alertTimes = replay(verdicts).flatMap((change, index) => (change ? [index * CHECK_EVERY_MS] : []))
        for (const atMs of alertTimes) {
          expect(alertTimes.filter((other) => other >= atMs && other < atMs + 600_000).length).toBeLessThanOrEqual(6)
        }
      }),
    )
  })

  it('never leave a surface reported as well when it has been bad for ten minutes', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...Object.keys(SEVERITY)), { maxLength: 60 }), (before) => {
        const changes = replay([...before, ...Array(201).fill('OUTAGE')]).filter((change) => change !== null)
        expect(changes.at(-1)?.kind).toBe('ALERT')
        expect(SEVERITIES.indexOf(changes.at(-1)?.report.severity ?? 'OK')).toBe(SEVERITIES.indexOf('CRITICAL'))
      }),
    )
  })
})
