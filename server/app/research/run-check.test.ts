import { join } from 'node:path'
import { expect, it } from 'vitest'
import { BTC, createHistory, createReader, walkMinutes } from '../../../test/support/generated-history.ts'
import { FROM_MS } from '../../../test/support/scripted-strategy.ts'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import type { CheckReport, CheckRequest } from '../../cli/research-parts.ts'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { SETTLED_WITHIN } from '../../research/check/recursion.ts'
import { tradesReader } from '../stored-history.ts'
import { aBacktest } from './backtest-fixture.ts'
import { openResearch } from './research.ts'
import { warmStartMs } from './run-backtest.ts'

const ROOT = join(import.meta.dirname, '../../..')
const PLANTED = join(ROOT, 'test/fixtures/strategies')
const TO_MS = FROM_MS + DAY_MS
/** Two periods more than a run needs, for the check of phases. */
const START_MS = warmStartMs(['1m'], FROM_MS) - 2 * DAY_MS
const PAST = createHistory(START_MS, walkMinutes(5, (TO_MS - START_MS) / MINUTE_MS))

const cut = (fromMs: number) => {
  const skipped = (fromMs - START_MS) / MINUTE_MS
  return createHistory(fromMs, walkMinutes(5, (TO_MS - START_MS) / MINUTE_MS).slice(skipped))
}

const runCheck = <Check extends CheckRequest['check']>(check: Check, strategy: string, fromMs = FROM_MS) =>
  openResearch({
    now: () => TO_MS,
    readHistory: () => (range) => createReader(range.fromMs > START_MS ? cut(range.fromMs) : PAST)(range),
    readTrades: tradesReader,
    abortOnSignal: () => new AbortController().signal,
    niceness: 0,
  }).check({
    check,
    backtest: aBacktest({
      dataDir: aTempDirectory(),
      strategy,
      symbols: [BTC.symbol],
      funding: false,
      fromMs,
      toMs: TO_MS,
    }),
    phases: 3,
  }) as Promise<Extract<CheckReport, { check: Check }>>

it('names the signal, the bar and the difference for a strategy that looks ahead', async () => {
  const { strategy, series } = await runCheck('lookahead', join(PLANTED, 'early-bird.ts'))
  const [{ result } = { result: undefined }] = series
  expect(strategy).toBe('EARLY_BIRD')
  const ahead = result?.findings.find(({ test }) => test === 'FUTURE')
  expect(ahead?.signal).toBe('ENTER LONG')
  expect(ahead?.barOpenMs).toBeGreaterThan(START_MS)
  expect(['idea', 'features.ahead']).toContain(ahead?.differences[0]?.figure)
  expect(result?.findings.map(({ test }) => test).toSorted()).toEqual(['FUTURE', 'REPEAT'])
})

it('names what a strategy uses besides its inputs, and a strategy that depends on dates', async () => {
  const { series, imports } = await runCheck('lookahead', join(PLANTED, 'almanac.ts'))
  expect(imports?.used).toEqual(['node:fs'])
  const findings = series[0]?.result.findings ?? []
  expect(findings.find(({ test }) => test === 'OUTSIDE')?.used).toEqual(['Math.random'])
  const dated = findings.find(({ test }) => test === 'DATE')
  expect(dated).toMatchObject({
    signal: 'ENTER LONG',
    differences: [{ figure: 'idea', before: 'ENTER LONG', now: null }],
  })
  expect(dated?.barOpenMs).toBeGreaterThanOrEqual(FROM_MS)
  expect(findings.map(({ test }) => test).toSorted()).toEqual(['DATE', 'OUTSIDE'])
})

it('names the figures of a strategy whose warm-up is too short for its recursion', async () => {
  const { strategy, series } = await runCheck('recursion', join(PLANTED, 'short-memory.ts'))
  const { result } = series[0] ?? {}
  expect(strategy).toBe('SHORT_MEMORY')
  expect(result?.ideas).toBeGreaterThan(50)
  const lead = result?.figures.find(({ figure }) => figure === 'features.lead')
  expect(lead).toMatchObject({ signal: 'ENTER LONG' })
  expect(lead?.change).toBeGreaterThan(0.1)
  expect(lead?.before).not.toBe(lead?.now)
})

it.each(['S05', join(ROOT, 'examples/strategies/ten-lines.ts')])('reports nothing for %s', async (strategy) => {
  const lookahead = await runCheck('lookahead', strategy)
  expect(lookahead.imports).toBeNull()
  expect(lookahead.series[0]?.result.findings).toEqual([])
  expect(lookahead.series[0]?.result.ideas).toBeGreaterThan(10)
  const { series } = await runCheck('recursion', strategy)
  expect(series[0]?.result.figures.filter(({ change }) => change > SETTLED_WITHIN)).toEqual([])
})

it('runs the same candles with rules that begin at other bars', async () => {
  const { runs } = await runCheck('phase', 'S05')
  expect(runs).toMatchObject([
    { days: 0, bars: 0 },
    { days: 6, bars: 576 },
    { days: 1, bars: 1_440 },
  ])
  for (const { trades, net } of runs) expect([trades > 0, net !== '0.00000000']).toEqual([true, true])
})
