import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { createStatusHistory, noteStatus, type StatusHistory, statusHistoryTruth } from './status-history.ts'

const BEGIN_MS = Date.UTC(2026, 0, 2)

/** Samples once a second, the given number of times for each verdict. */
const observe = (
  history: StatusHistory,
  observations: readonly (readonly [verdict: string, seconds: number])[],
): number => {
  let atMs = history.last?.atMs ?? BEGIN_MS - 1_000
  for (const [verdict, seconds] of observations) {
    for (let second = 0; second < seconds; second++) {
      atMs += 1_000
      noteStatus(history, { verdict, components: [{ id: 'STORE', status: 'UP' }], atMs })
    }
  }
  return atMs
}

describe('status history', () => {
  it('counts the observed time, and of that the operational time', () => {
    const history = createStatusHistory()
    observe(history, [
      ['INSUFFICIENT_EVIDENCE', 5],
      ['OPERATIONAL', 60],
      ['TRADING_PAUSED', 30],
      ['DEGRADED', 6],
    ])
    expect(statusHistoryTruth(history)).toMatchObject({ observedMs: 100_000, workingMs: 90_000 })
  })

  it('does not count time without samples, nor time in which the clock was set back', () => {
    const history = createStatusHistory()
    for (const atMs of [0, 1_000, 6_001, 5_000, 6_000]) {
      noteStatus(history, { verdict: 'OPERATIONAL', components: [], atMs: BEGIN_MS + atMs })
    }
    expect(statusHistoryTruth(history)).toMatchObject({ observedMs: 2_000, workingMs: 2_000 })
  })

  it('drops what is more than a day old', () => {
    const history = createStatusHistory()
    observe(history, [['DEGRADED', 60]])
    for (const atMs of [DAY_MS + MINUTE_MS, DAY_MS + MINUTE_MS + 1_000]) {
      noteStatus(history, { verdict: 'OPERATIONAL', components: [], atMs: BEGIN_MS + atMs })
    }
    expect(statusHistoryTruth(history)).toMatchObject({ observedMs: 1_000, workingMs: 1_000 })
  })

  it('reports since when a component has its state', () => {
    const history = createStatusHistory()
    const note = (status: 'UP' | 'DOWN', atMs: number): void =>
      noteStatus(history, { verdict: 'OPERATIONAL', components: [{ id: 'CLOCK', status }], atMs })
    note('UP', 1_000)
    note('UP', 2_000)
    expect(statusHistoryTruth(history).components).toEqual([{ id: 'CLOCK', status: 'UP', sinceMs: 1_000 }])
    note('DOWN', 3_000)
    expect(statusHistoryTruth(history).components).toEqual([{ id: 'CLOCK', status: 'DOWN', sinceMs: 3_000 }])
  })

  it('reports the last incident and when it ended', () => {
    const history = createStatusHistory()
    const incident = () => statusHistoryTruth(history).lastIncident
    observe(history, [['INSUFFICIENT_EVIDENCE', 3]])
    expect(incident()).toBeNull()
    const wellMs = observe(history, [['OPERATIONAL', 3]])
    observe(history, [['DEGRADED', 2]])
    expect(incident()).toEqual({ code: 'DEGRADED', startedAtMs: wellMs + 1_000, endedAtMs: null })
    observe(history, [['OPERATIONAL', 2]])
    expect(incident()).toEqual({ code: 'DEGRADED', startedAtMs: wellMs + 1_000, endedAtMs: wellMs + 3_000 })
  })

  it('keeps an incident open until recovery, with its worst verdict', () => {
    const history = createStatusHistory()
    const incident = () => statusHistoryTruth(history).lastIncident
    const wellMs = observe(history, [['OPERATIONAL', 1]])
    const startedAtMs = wellMs + 1_000
    observe(history, [['DEGRADED', 2]])
    observe(history, [['INSUFFICIENT_EVIDENCE', 1]])
    expect(incident()).toEqual({ code: 'INSUFFICIENT_EVIDENCE', startedAtMs, endedAtMs: null })
    observe(history, [['EMERGENCY_STOPPED', 1]])
    observe(history, [['DEGRADED', 1]])
    observe(history, [['RECOVERING', 1]])
    expect(incident()).toEqual({ code: 'EMERGENCY_STOPPED', startedAtMs, endedAtMs: null })
    const endedAtMs = observe(history, [['TRADING_PAUSED', 1]])
    expect(incident()).toEqual({ code: 'EMERGENCY_STOPPED', startedAtMs, endedAtMs })
    observe(history, [['RECOVERING', 1]])
    expect(incident()).toEqual({ code: 'EMERGENCY_STOPPED', startedAtMs, endedAtMs })
    observe(history, [['INSUFFICIENT_EVIDENCE', 1]])
    expect(incident()).toMatchObject({ code: 'INSUFFICIENT_EVIDENCE', endedAtMs: null })
  })
})
