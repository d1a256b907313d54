import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { createSeriesRecord, metSince, noteBar, notePatterns } from './series.ts'

const NOON_MS = Date.UTC(2026, 0, 2, 12)

describe('the record of a series', () => {
  it('retains the openings of the last day and the very first', () => {
    const record = createSeriesRecord()
    for (let bar = 0; bar < 1_500; bar++) noteBar(record, NOON_MS + bar * MINUTE_MS)
    expect(record.barOpensMs).toHaveLength(1_440)
    expect(record.barOpensMs[0]).toBe(NOON_MS + 60 * MINUTE_MS)
    expect(record.firstMs).toBe(NOON_MS)
  })

  it('counts patterns day by day for thirty days', () => {
    const record = createSeriesRecord()
    for (let day = 0; day < 40; day++) notePatterns(record, [{ id: 'CDL_DOJI' }], NOON_MS + day * DAY_MS)
    notePatterns(record, [{ id: 'CDL_DOJI' }, { id: 'CDL_HAMMER' }], NOON_MS + 39 * DAY_MS + MINUTE_MS)
    expect(record.patterns.get('CDL_DOJI')?.days.size).toBe(30)
    expect(metSince(record, 'CDL_DOJI', 0)).toBe(31)
    expect(metSince(record, 'CDL_DOJI', NOON_MS + 38 * DAY_MS)).toBe(3)
    expect(metSince(record, 'CDL_HAMMER', 0)).toBe(1)
    expect(metSince(record, 'CDL_TRISTAR', 0)).toBe(0)
    expect(record.patterns.get('CDL_DOJI')?.lastMs).toBe(NOON_MS + 39 * DAY_MS + MINUTE_MS)
  })
})
