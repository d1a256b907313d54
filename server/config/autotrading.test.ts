import { describe, expect, it } from 'vitest'
import { strategiesFor } from '../domain/signal/strategies/index.ts'
import type { StrategyDefinition } from '../domain/signal/strategy.ts'
import { createBooks, missingFrom, strategiesIn } from './autotrading.ts'
import { parseConfig } from './config.ts'
import type { Flags } from './settings.ts'

const BUILT_IN = strategiesFor('15m').map(({ id }) => id)
const [TEMPLATE] = strategiesFor('15m')

const mine = (id: string): StrategyDefinition[] => (TEMPLATE ? [{ ...TEMPLATE, id, sourceDigest: 'a'.repeat(64) }] : [])

const autotrading = (flags: Flags) => {
  const config = parseConfig({}, flags)
  if (!config.ok) throw new Error(config.error.join(' '))
  return config.value.autotrading
}

describe('user strategies', () => {
  it('are traded with all the others when none are named', () => {
    const chosen = autotrading({ strategiesDir: '/mine' })
    expect(chosen).toMatchObject({ strategies: null, strategiesDir: '/mine' })
    expect(createBooks(chosen, 'PAPER', mine('MINE'))[0]?.strategies).toEqual([...BUILT_IN, 'MINE'])
    expect(strategiesIn(chosen, mine('MINE'))('5m').map(({ id }) => id)).toEqual([...BUILT_IN, 'MINE'])
  })

  it('can be named, with built-in ones or alone', () => {
    const chosen = autotrading({ strategiesDir: '/mine', strategies: 'MINE, S03' })
    expect(createBooks(chosen, 'PAPER', [...mine('MINE'), ...mine('OTHER')])[0]?.strategies).toEqual(['S03', 'MINE'])
    expect(strategiesIn(chosen, mine('OTHER'))('1m').map(({ id }) => id)).toEqual(['S03'])
  })

  it('reports strategies that are named but do not exist', () => {
    const chosen = autotrading({ strategiesDir: '/mine', strategies: 'MINE,S03,GONE' })
    expect(missingFrom(chosen, mine('MINE'))).toEqual(['GONE'])
    expect(missingFrom(autotrading({}), [])).toEqual([])
  })

  it.each<[Flags, RegExp]>([
    [{ strategies: 'MINE' }, /^--strategies is 'MINE'; it must be some of S01,[^o]*$/],
    [{ strategies: 'mine', strategiesDir: '/mine' }, /^--strategies is 'mine'; .* or IDs of custom strategies/],
    [{ strategiesDir: '' }, /^--strategies-dir is empty/],
  ])('are rejected when impossible: %j', (flags, problem) => {
    expect(parseConfig({}, flags)).toMatchObject({ ok: false, error: [expect.stringMatching(problem)] })
  })
})

describe('exploration', () => {
  it('is empty unless requested by flag or variable', () => {
    expect(autotrading({}).explores).toBe(false)
    expect(autotrading({ explore: true }).explores).toBe(true)
    expect(parseConfig({ PLIMSOLL_EXPLORE: 'true' }, {})).toMatchObject({ value: { autotrading: { explores: true } } })
    expect(createBooks(autotrading({ explore: true }), 'PAPER')[0]?.explores).toBe(true)
  })

  it('is rejected with real money, where it may be switched off explicitly', () => {
    const live = { exchange: 'binanceusdm', execution: 'live' } as const
    expect(parseConfig({}, { ...live, explore: true })).toMatchObject({
      ok: false,
      error: [expect.stringMatching(/^--explore is 'true'; it must be omitted with --execution live/)],
    })
    expect(parseConfig({ PLIMSOLL_EXPLORE: 'false' }, live)).toMatchObject({ ok: true })
  })
})

describe('symbols left to manual trading', () => {
  it.each<[string, Flags, readonly string[]]>([
    ['BTCUSDT on the simulated market', {}, ['BTCUSDT']],
    ['none when none are requested', { manualSymbols: 'none' }, []],
    ['those that are named', { manualSymbols: 'ETHUSDT, solusdt' }, ['ETHUSDT', 'SOLUSDT']],
    ['none on an exchange', { exchange: 'binanceusdm' }, []],
    ['none in a recording', { replay: 'x.jsonl' }, []],
  ])('are %s', (_which, flags, symbols) => {
    expect(autotrading(flags).manualSymbols).toEqual(symbols)
  })

  it('are rejected when they are no symbols', () => {
    expect(parseConfig({}, { manualSymbols: 'btc?' })).toMatchObject({
      ok: false,
      error: [expect.stringMatching(/^--manual-symbols is 'btc\?'; it must be symbols such as/)],
    })
  })
})
