import { describe, expect, it } from 'vitest'
import { atLeast, atMost, type Row } from '../../bench/measure.ts'
import { isClose, judgeRuns, printGoals, printTable, printVerdict } from '../../bench/verdict.ts'

const rowWith = (p99: number, rate = 3_000): Row => ({
  what: 'orders',
  measured: `${p99} ms`,
  against: 'limits',
  ratio: '—',
  goals: [atMost(p99, [10, 'ms'], 'p99'), atLeast(rate, [2_500, '/s'])],
})

const FAILED: Row = { what: 'group orders', measured: 'failed', against: '—', ratio: '—', goals: [], failed: true }

describe('the verdict on a row', () => {
  it('is that of the median run, with the spread of all runs', () => {
    const [row] = judgeRuns([[rowWith(8)], [rowWith(30)], [rowWith(9)]])
    expect(row).toMatchObject({ measured: '9 ms', isMet: true, spread: 'p99 8 – 30 ms, 3,000 – 3,000 /s' })
  })

  it('is not met when one of its goals is not', () => {
    expect(judgeRuns([[rowWith(11)], [rowWith(9, 2_000)]].slice(1))[0]?.isMet).toBe(false)
    expect(judgeRuns([[rowWith(11)]])[0]?.isMet).toBe(false)
    expect(judgeRuns([[rowWith(10, 2_500)]])[0]?.isMet).toBe(true)
  })

  it('ignores a failed run when another succeeded, and fails when none did', () => {
    expect(judgeRuns([[FAILED], [rowWith(8)]]).map(printVerdict)).toEqual(['met'])
    expect(judgeRuns([[FAILED], [FAILED]]).map(printVerdict)).toEqual(['failed'])
  })

  it('is close when a value is within a factor of 1.5 of its limit', () => {
    expect([rowWith(2, 9_000), rowWith(9, 9_000), rowWith(14, 9_000), rowWith(40, 9_000)].map(isClose)).toEqual([
      false,
      true,
      true,
      false,
    ])
  })

  it('prints limits with their direction', () => {
    expect(printGoals(rowWith(1))).toBe('p99 ≤ 10 ms, ≥ 2,500 /s')
    expect(printTable(judgeRuns([[rowWith(1)]])).split('\n')[2]).toBe(
      '| orders | 1 ms | limits | — | p99 ≤ 10 ms, ≥ 2,500 /s | met | — |',
    )
  })
})
