import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { createRecord, type RunRecord } from '../research/record.ts'
import { aResearch, aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'
import type { BacktestRequest, Research, RunComparison } from './research-parts.ts'

const RECORD: RunRecord = createRecord(
  {
    engine: 'exact',
    strategy: { source: 'S05', id: 'S05', version: 1, definitionDigest: 'd', sourceDigest: null, params: { bars: 20 } },
    exchange: 'simulated',
    symbols: ['BTCUSDT'],
    intervals: ['5m'],
    fromMs: Date.UTC(2025, 0, 22),
    toMs: Date.UTC(2025, 0, 25),
    balance: '10000.00000000',
    fees: { maker: '0.0002', taker: '0.0005' },
    spreadBps: 0.5,
    participation: 0.1,
    impact: 1,
    funding: false,
    latencyMs: 50,
    path: 'stop-first',
    resolve: 'none',
    host: 'never',
    asLive: false,
    constitutionHash: 'c',
    bracketsDigest: 'b',
  },
  { data: { BTCUSDT: 'h' }, engineDigest: 'e', buildDigest: 'x', node: '24.0.0', v8: '13' },
  {
    bars: 4_320,
    gapMinutes: 0,
    signals: 20,
    considered: 15,
    ordered: 12,
    givenUp: 1,
    trades: 11,
    exits: { STOP: 7, TARGET: 4 },
    leftOpen: 0,
    opening: '10000.00000000',
    equity: '9990.00000000',
    net: '-10.00000000',
    fees: '4.00000000',
    funding: '0.00000000',
    unrealized: '0.00000000',
    refusalsByGate: { G29: 3 },
    pauses: [{ at: '2025-01-24T00:00:00.000Z', code: 'LOSS_STREAK' }],
    bounds: {
      stopFirst: '-10.00000000',
      targetFirst: '-4.00000000',
      ambiguityCost: '6.00000000',
      ambiguousMinutes: 3,
      resolvedMinutes: 1,
    },
    statistics: { sharpe: { value: null, lack: 'fewer than 30 days' }, maxDrawdown: { value: 0.0123, lack: null } },
    tradesDigest: 't',
    equityDigest: 'q',
  },
)

const runWith = async (args: readonly string[], research: Partial<Research> = {}) => {
  const requests: BacktestRequest[] = []
  const { terminal, output } = aTerminal()
  const whole = aResearch({
    backtest: async (request) => {
      requests.push(request)
      return { record: RECORD, trades: 'symbol\n', exactOnly: null }
    },
    repeat: async ({ runId }) => ({ runId, same: true, before: 'r', now: 'r', changed: [] }),
    list: () => [{ atMs: 0, record: RECORD }],
    find: () => ({ atMs: 0, record: RECORD }),
    ...research,
  })
  const code = await runCli(
    {
      version: '0',
      terminal,
      start: async () => {},
      dataDir: (flag = '/data') => flag,
      audit: () => {
        throw new Error('no audit log is needed')
      },
      ...engineParts(),
      host: () => ({ call: async () => ({ ok: true, value: null }) }),
      openResearch: async () => whole,
    },
    args,
  )
  return { code, output, requests }
}

const RANGE = ['--symbols', 'BTCUSDT', '--from', '2025-01-22', '--to', '2025-01-25']

describe('plimsoll backtest', () => {
  it('requests the run as specified', async () => {
    const { code, requests } = await runWith([
      'backtest',
      'S05',
      ...RANGE,
      '--set',
      'bars=20,below=15.5',
      '--no-funding',
    ])
    expect(code).toBe(0)
    expect(requests).toMatchObject([
      {
        strategy: 'S05',
        params: { bars: 20, below: 15.5 },
        symbols: ['BTCUSDT'],
        intervals: ['5m'],
        fromMs: Date.UTC(2025, 0, 22),
        toMs: Date.UTC(2025, 0, 25),
        funding: false,
        path: 'stop-first',
        resolve: 'none',
        host: 'never',
        asLive: false,
      },
    ])
  })

  it('stores the price path within minutes and whether trading resumes after a breaker', async () => {
    const options = ['--intrabar', 'target-first', '--after-breaker', 'resume-daily']
    const { requests } = await runWith(['backtest', 'S05', ...RANGE, ...options])
    expect(requests).toMatchObject([{ path: 'target-first', host: 'rearms-next-day' }])
  })

  it('reports verdict, bounds, refusals, assumptions and how to repeat it within 80 columns', async () => {
    const { output } = await runWith(['backtest', 'S05', ...RANGE])
    const [verdict = ''] = output.out.split('\n')
    expect(verdict).toContain('Net -10.00000000 USDT in 11 trades.')
    expect(verdict).toContain('The order of prices within 2 minutes accounts for 6.00000000 USDT.')
    expect(verdict).toContain('fewer than 30 days')
    for (const text of [
      'G29 symbol taken 3',
      'NO FUNDING',
      `--repeat ${RECORD.runId}`,
      'LOSS_STREAK',
      'maxDrawdown         1.23%',
    ]) {
      expect(output.out).toContain(text)
    }
  })

  it('rejects an incomplete or invalid request', async () => {
    for (const args of [
      ['S05'],
      [...RANGE],
      ['S05', ...RANGE, '--set', 'bars'],
      ['S05', ...RANGE, '--timeframes', '7m'],
    ]) {
      expect((await runWith(['backtest', ...args])).code).toBe(2)
    }
  })

  it('ends with 1 when a repetition differs, and names what has changed', async () => {
    expect((await runWith(['backtest', '--repeat', RECORD.runId])).code).toBe(0)
    const differs = async () => ({ runId: RECORD.runId, same: false, before: 'a', now: 'b', changed: ['data'] })
    const { code, output } = await runWith(['backtest', '--repeat', RECORD.runId], { repeat: differs })
    expect(code).toBe(1)
    expect(output.err).toContain('Changed: data.')
  })
})

describe('plimsoll runs report', () => {
  it('writes the page and the trades, and names the file', async () => {
    const directory = aTempDirectory()
    const report = async () => ({ page: '<!doctype html>', trades: 'symbol\n' })
    const files = ['--out', join(directory, 'run.html'), '--csv', join(directory, 'trades.csv')]
    const { code, output } = await runWith(['runs', 'report', RECORD.runId, ...files], { report })
    expect([code, output.out]).toEqual([0, `${join(directory, 'run.html')}\n`])
    const texts = ['run.html', 'trades.csv'].map((name) => readFileSync(join(directory, name), 'utf8'))
    expect(texts).toEqual(['<!doctype html>', 'symbol\n'])
  })
})

describe('plimsoll compare', () => {
  const signal = { symbol: 'BTCUSDT', interval: '5m', strategyId: 'S05', barClosedMs: 0, direction: 'LONG' } as const
  const prices = { entryPrice: '100.0', exitPrice: '101.0', quantity: '0.005' }
  const entry = { ...prices, openedMs: 50, closedMs: 60_000, reason: 'TARGET' }
  const comparison: RunComparison = {
    a: 'run_a',
    b: 'run_b',
    changed: ['spreadBps'],
    signals: [
      {
        ...signal,
        class: 'REFUSED',
        missingIn: 'b',
        gates: ['G21'],
        a: { ...entry, symbol: 'BTCUSDT', net: '2.50000000' },
        b: null,
        difference: '-2.50000000',
      },
    ],
    byClass: [{ class: 'REFUSED', count: 1, difference: '-2.50000000' }],
    unmatched: { a: 0, b: 0 },
    difference: '-2.50000000',
  }

  it('names the cause of every trade that differs', async () => {
    const requests: unknown[] = []
    const compare: Research['compare'] = (request) => {
      requests.push(request)
      return comparison
    }
    const { code, output } = await runWith(['compare', 'run_a', 'paper', '--trades'], { compare })
    expect([code, requests]).toEqual([0, [{ dataDir: '/data', a: 'run_a', b: 'paper', paperDir: undefined }]])
    for (const text of ['net differs by -2.50000000 USDT', 'REFUSED G21', '0.005 × 100.0 → 101.0 TARGET 2.50000000'])
      expect(output.out).toContain(text)
    const json = await runWith(['compare', 'run_a', 'run_b', '--json'], { compare })
    expect(JSON.parse(json.output.out)).toEqual(comparison)
  })
})

describe('plimsoll runs', () => {
  it('lists and shows the stored runs', async () => {
    expect((await runWith(['runs', 'list'])).output.out).toContain(RECORD.runId)
    expect(JSON.parse((await runWith(['runs', 'show', RECORD.runId, '--json'])).output.out)).toMatchObject({
      runId: RECORD.runId,
    })
  })
})
