import { hash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createRecord } from '../record.ts'
import { parseTrades } from '../run-files.ts'
import { listMonths } from './months.ts'
import { type ReportInput, renderReport } from './report.ts'
import { createScale, escapeText, thinOut } from './svg.ts'

const FROM_MS = Date.UTC(2025, 0, 22)
const DAY_MS = 86_400_000

const TRADES = parseTrades(
  `symbol,strategy,direction,openedAt,entryPrice,quantity,closedAt,exitPrice,reason,gross,fees,funding,net,stopPrice
BTCUSDT,S05,LONG,2025-01-22T00:01:00.000Z,100.0,10,2025-01-22T00:02:00.000Z,102.0,TARGET,20,2,0,18.00000000,99.0
BTCUSDT,S05,SHORT,2025-01-22T00:03:00.000Z,100.0,10,2025-01-22T00:04:00.000Z,102.5,STOP,-25,2,-1,-28.00000000,102.0
`,
)

const anInput = (changes: Partial<ReportInput> = {}): ReportInput => ({
  record: createRecord(
    {
      engine: 'exact',
      strategy: {
        source: 'S05',
        id: '<S05>',
        version: 1,
        definitionDigest: 'd',
        sourceDigest: null,
        params: { bars: 20 },
      },
      exchange: 'simulated',
      symbols: ['BTCUSDT'],
      intervals: ['5m'],
      fromMs: FROM_MS,
      toMs: FROM_MS + 3 * DAY_MS,
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
      trades: 2,
      exits: { STOP: 1, TARGET: 1 },
      leftOpen: 0,
      opening: '10000.00000000',
      equity: '9990.00000000',
      net: '-10.00000000',
      fees: '4.00000000',
      funding: '-1.00000000',
      unrealized: '0.00000000',
      refusalsByGate: { G09: 3 },
      pauses: [],
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
  ),
  trades: TRADES ?? [],
  equity: [1, 2, 3].map((day) => ({ x: FROM_MS + day * DAY_MS, y: 10_000 - day * 3 })),
  prices: [
    {
      symbol: 'BTCUSDT',
      points: Array.from({ length: 100 }, (_, minute) => ({ x: FROM_MS + minute * 60_000, y: 100 + minute / 50 })),
    },
  ],
  ...changes,
})

describe('the report of a run', () => {
  it('is self-contained: its style is allowed by its digest, and it has no other script, attribute or address', () => {
    const page = renderReport(anInput())
    const [, style = ''] = /<style>([\s\S]*)<\/style>/.exec(page) ?? []
    expect(page).toContain(
      `content="default-src &#39;none&#39;; style-src &#39;sha256-${hash('sha256', style, 'base64')}&#39;"`,
    )
    expect(page).not.toMatch(/<script|<link|<img|\sstyle=|\son[a-z]+=|https?:|url\(|@import|NaN|undefined|Infinity/)
    expect(page).toContain('<h1>&#60;S05&#62;')
  })

  it('shows doubts first, reasons in place of missing figures, trades, costs and how to repeat it', () => {
    const page = renderReport(anInput())
    for (const text of [
      'The order of prices within 2 minutes accounts for 6.00000000 USDT.',
      '3 minutes reached both a stop and a target; in 1 of them, recorded trades show which came first. The other 2 account for 6.00000000 USDT.',
      'Funding is not included.',
      'fewer than 30 days',
      'LONG 2025-01-22 00:01 to 2025-01-22 00:02, TARGET, net 18.00000000 USDT',
      '−5.00',
      'G09 instrument filters',
      'The size was below the minimum of the exchange. Set a higher --balance',
      'plimsoll backtest --repeat run_',
    ])
      expect(page).toContain(text)
    expect(page.match(/<title>1 trades about/g)).toHaveLength(2)
  })

  it('is complete without trades, without equity and without prices', () => {
    const page = renderReport(anInput({ trades: [], equity: [], prices: null }))
    expect(page).not.toMatch(/NaN|undefined|Infinity/)
    expect(page).toContain('The stored history has changed since this run')
  })
})

it('assigns each month its return, and ends a day at midnight', () => {
  const equity = [
    { x: Date.UTC(2024, 11, 31), y: 110 },
    { x: Date.UTC(2025, 0, 1), y: 121 },
    { x: Date.UTC(2025, 1, 1), y: 60.5 },
  ]
  const [before, after] = listMonths(equity, 100)
  expect(before).toMatchObject({ year: 2024, total: expect.closeTo(0.21) })
  expect(after?.months.slice(0, 2)).toEqual([-0.5, null])
})

it('retains the extremes of a thinned series', () => {
  const points = Array.from({ length: 10_000 }, (_, x) => ({ x, y: Math.sin(x / 50) }))
  const peak = { x: 5_001, y: 9 }
  const thinned = thinOut([...points.slice(0, 5_001), peak, ...points.slice(5_002)], 400)
  expect(thinned.length).toBeLessThan(410)
  expect(thinned).toContainEqual(peak)
})

it('has round axis ticks, and escapes markup', () => {
  expect(createScale([0, 100], [0, 1]).ticks).toEqual([0, 50, 100])
  expect(escapeText(`<a b="c" d='e'>&`)).toBe('&#60;a b=&#34;c&#34; d=&#39;e&#39;&#62;&#38;')
})
