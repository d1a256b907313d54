import { describe, expect, it } from 'vitest'
import { aResearch, aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'
import type { CheckReport, CheckRequest } from './research-parts.ts'

const AT_MS = Date.UTC(2025, 0, 22, 10, 5)

const LOOKAHEAD: CheckReport = {
  check: 'lookahead',
  strategy: 'EARLY_BIRD',
  imports: null,
  series: [
    {
      symbol: 'BTCUSDT',
      interval: '5m',
      result: {
        bars: 5_000,
        ideas: 12,
        findings: [
          {
            test: 'FUTURE',
            barOpenMs: AT_MS,
            signal: 'ENTER LONG',
            differences: [{ figure: 'features.ahead', before: 0.01, now: -0.002 }],
            bars: 7,
            used: [],
          },
        ],
      },
    },
  ],
}

const runWith = async (report: CheckReport, args: readonly string[] = []) => {
  const requests: CheckRequest[] = []
  const { terminal, output } = aTerminal()
  const unused = (): never => {
    throw new Error('only research is needed')
  }
  const common = { version: '0', terminal, start: unused, host: unused, audit: unused, dataDir: () => '/data' }
  const openResearch = async () =>
    aResearch({
      async check(request) {
        requests.push(request)
        return report
      },
    })
  const range = ['--symbols', 'BTCUSDT', '--from', '2025-01-22', '--to', '2025-01-25']
  const exit = await runCli({ ...common, ...engineParts(), openResearch }, [
    'check',
    report.check,
    'S05',
    ...range,
    ...args,
  ])
  return { exit, requests, ...output }
}

describe('plimsoll check', () => {
  it('names the signal, the bar and the difference, and ends with 1', async () => {
    const { exit, out, err, requests } = await runWith(LOOKAHEAD)
    expect(requests).toMatchObject([
      { check: 'lookahead', backtest: { strategy: 'S05', intervals: ['5m'] }, phases: 5 },
    ])
    expect(exit).toBe(1)
    for (const text of ['FUTURE', '2025-01-22T10:05', 'ENTER LONG', 'features.ahead 0.01 → -0.002'])
      expect(out).toContain(text)
    expect(err).toContain('EARLY_BIRD looks ahead: its signals depend on bars that had not closed.')
    const json = await runWith(LOOKAHEAD, ['--json'])
    expect([json.exit, JSON.parse(json.out)]).toEqual([1, LOOKAHEAD])
  })

  it('ends with 4 when there was nothing to compare', async () => {
    const silent: CheckReport = {
      check: 'lookahead',
      strategy: 'QUIET',
      imports: null,
      series: [{ symbol: 'BTCUSDT', interval: '5m', result: { bars: 5_000, ideas: 0, findings: [] } }],
    }
    const { exit, err } = await runWith(silent)
    expect([exit, err.includes('QUIET produced no signals in this range')]).toEqual([4, true])
  })

  it('names the figures that depend on where a rule began, and those that have settled', async () => {
    const figure = { figure: 'features.lead', before: 1.5, now: 1, barOpenMs: AT_MS, signal: 'ENTER LONG' }
    const recursion = (change: number): CheckReport => ({
      check: 'recursion',
      strategy: 'SHORT_MEMORY',
      series: [
        {
          symbol: 'BTCUSDT',
          interval: '5m',
          result: {
            warmupBars: 40,
            barsNeeded: 288,
            bars: 4_032,
            ideas: 90,
            figures: [{ ...figure, change, changeAtTwice: 0 }],
          },
        },
      ],
    })
    const moving = await runWith(recursion(0.33))
    expect([moving.exit, moving.out.includes('33.00%'), moving.out.includes('1.5 → 1')]).toEqual([1, true, true])
    expect(moving.err).toContain('after its warm-up of 40 bars: features.lead.')
    expect((await runWith(recursion(0.01))).exit).toBe(0)
  })

  it('reports how much depends on where rules begin', async () => {
    const runs = [
      { days: 0, bars: 0, trades: 9, net: '12.00000000' },
      { days: 1, bars: 288, trades: 8, net: '-3.50000000' },
    ]
    const { exit, out } = await runWith({ check: 'phase', strategy: 'S05', runs })
    expect(exit).toBe(0)
    expect(out).toContain('S05: net -3.50 to 12.00 USDT')
  })
})
