import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../test/support/runs.ts'
import type { Constitution } from './constitution.ts'
import { CONSTITUTION_SETTINGS, DEFAULT_CONSTITUTION } from './default-constitution.ts'
import { parseConstitution } from './parse-constitution.ts'
import type { Setting } from './setting-rule.ts'

const listProblems = (json: unknown): string[] => {
  const parsed = parseConstitution(json)
  return parsed.ok ? [] : parsed.error
}

const settings = Object.entries(CONSTITUTION_SETTINGS).flatMap(([section, declared]) =>
  Object.entries<Setting<unknown>>(declared).map(([key, { allowed }]) => ({ section, key, rule: allowed })),
)

const outOfRange = (constitution: Constitution): string[] => {
  const sections = new Map(
    Object.entries(constitution).map(([name, values]) => [name, new Map(Object.entries(values))]),
  )
  return settings.flatMap(({ section, key, rule }) => {
    const value = sections.get(section)?.get(key)
    const allowed = value === null ? rule.nullable : Number(value) >= rule.from && Number(value) <= rule.to
    return allowed ? [] : [`${section}.${key}`]
  })
}

/** Files that name real settings, with values of every kind. */
const anyFile = fc
  .array(
    fc.tuple(
      fc.constantFrom(...settings),
      fc.oneof(fc.double(), fc.integer(), fc.constantFrom(null, '12', '-3', '0.5', 'x', ''), fc.jsonValue()),
    ),
    { maxLength: 3 },
  )
  .map((chosen) => {
    const file: Record<string, Record<string, unknown>> = {}
    for (const [{ section, key }, value] of chosen) file[section] = { ...file[section], [key]: value }
    return file
  })

describe('parsing a constitution', () => {
  it('applies every default when nothing is configured', () => {
    expect(parseConstitution({})).toEqual({ ok: true, value: DEFAULT_CONSTITUTION })
    expect(parseConstitution({ limits: {}, execution: {} })).toEqual({ ok: true, value: DEFAULT_CONSTITUTION })
  })

  it('changes the named settings only', () => {
    expect(
      parseConstitution({ limits: { maxOrderNotional: '250.5', ordersPerSecond: 50 }, data: { maxBookAgeMs: 900 } }),
    ).toEqual({
      ok: true,
      value: {
        ...DEFAULT_CONSTITUTION,
        limits: { ...DEFAULT_CONSTITUTION.limits, maxOrderNotional: '250.5', ordersPerSecond: 50 },
        data: { ...DEFAULT_CONSTITUTION.data, maxBookAgeMs: 900 },
      },
    })
  })

  it('accepts null for a limit that is not configured', () => {
    const parsed = parseConstitution({ limits: { maxLeverage: null, maxOrderNotional: null } })
    expect(parsed.ok && parsed.value.limits).toMatchObject({ maxLeverage: null, maxOrderNotional: null })
  })

  it.each([
    ['no object', [], 'The file contains []; it must be an object such as {"limits": {}}.'],
    ['nothing at all', null, 'The file contains null; it must be an object such as {"limits": {}}.'],
    [
      'an unknown section',
      { limit: {} },
      '"limit" is not a section. Remove it; the sections are limits, data, protection, execution, autotrading, monitor.',
    ],
    ['a section that is not an object', { limits: null }, 'limits is null; it must be an object, or be omitted.'],
    ['a section that is text', { data: 'abc' }, 'data is "abc"; it must be an object, or be omitted.'],
    [
      'an unknown setting',
      { protection: { stopBps: 1 } },
      'protection.stopBps is not a setting. Remove it; the settings of protection are budgetMs, defaultStopBps, fallbackAfterMs, fallbackCollarBps.',
    ],
    [
      'a number for decimal text',
      { limits: { maxOrderNotional: 5000 } },
      'limits.maxOrderNotional is 5000; write it as text, in quotes: "5000".',
    ],
    [
      'a negative amount',
      { limits: { maxGrossExposure: '-1' } },
      'limits.maxGrossExposure is "-1"; it must be decimal text with at most eight fraction digits from "0" to "1000000000000", or null for "not configured".',
    ],
    [
      'an amount finer than money',
      { limits: { maxSymbolExposure: '0.123456789' } },
      /^limits\.maxSymbolExposure is "0\.123456789"; it must be decimal text/,
    ],
    ['an exponent', { limits: { maxSymbolExposure: '1e3' } }, /^limits\.maxSymbolExposure is "1e3"; it must be/],
    [
      'a part of a lot',
      { limits: { maxOrderQuantity: '1.5' } },
      /^limits\.maxOrderQuantity is "1\.5"; it must be the text of a whole number/,
    ],
    [
      'text for a number',
      { limits: { maxLeverage: '3' } },
      'limits.maxLeverage is "3"; it must be a number from 0 to 125, or null for "not configured".',
    ],
    [
      'a negative number',
      { limits: { maxDayLossPct: -2 } },
      /^limits\.maxDayLossPct is -2; it must be a number from 0 to 100/,
    ],
    [
      'a part of a millisecond',
      { data: { maxBookAgeMs: 1.5 } },
      /^data\.maxBookAgeMs is 1\.5; it must be a whole number/,
    ],
    ['a truth', { data: { maxBookAgeMs: true } }, /^data\.maxBookAgeMs is true; it must be a whole number/],
    [
      'a receive window of more than a minute',
      { execution: { recvWindowMs: 60_001 } },
      'execution.recvWindowMs is 60001; it must be a whole number from 1 to 60000.',
    ],
    [
      'a leverage of less than one',
      { execution: { leverage: 0 } },
      'execution.leverage is 0; it must be a whole number from 1 to 125.',
    ],
    ['a broken leverage', { execution: { leverage: 2.5 } }, /^execution\.leverage is 2\.5/],
    [
      'nothing where something is needed',
      { execution: { settleMs: null } },
      'execution.settleMs is null; it must be a whole number from 0 to 600000.',
    ],
    [
      'a fee rate in percent',
      { execution: { takerFeeRate: '5' } },
      /^execution\.takerFeeRate is "5"; it must be decimal text/,
    ],
    ['no fee rate', { execution: { takerFeeRate: null } }, /^execution\.takerFeeRate is null/],
    [
      'a share of more than all',
      { limits: { maxOrderShareOfDayVolume: 1.01 } },
      /^limits\.maxOrderShareOfDayVolume is 1\.01/,
    ],
    [
      'a fallback before its time',
      { protection: { budgetMs: 9_000, fallbackAfterMs: 8_000 } },
      'protection.fallbackAfterMs is less than protection.budgetMs; a position is closed only after its time is over.',
    ],
    [
      'reconciliations further apart than their greatest age',
      { execution: { reconcileEveryMs: 60_000 } },
      'execution.reconcileEveryMs must be less than data.maxReconciliationAgeMs, or orders are refused in between.',
    ],
  ])('rejects %s with a remedy', (_title, json, problem) => {
    expect(listProblems(json)).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)])
  })

  it('reports every problem together', () => {
    expect(listProblems({ limits: { maxLeverage: -1, other: 1 }, execution: { leverage: 0 }, more: 1 })).toHaveLength(4)
  })

  it('rejects a prototype among the settings', () => {
    expect(listProblems(JSON.parse('{"limits": {"__proto__": {"maxLeverage": 100}}}'))).toHaveLength(1)
    expect(listProblems(JSON.parse('{"__proto__": {}}'))).toHaveLength(1)
    expect(listProblems(JSON.parse('{"limits": {"constructor": 1, "toString": 2}}'))).toHaveLength(2)
  })

  it('never throws, and never accepts a value outside its range', () => {
    fc.assert(
      fc.property(fc.oneof(anyFile, fc.jsonValue()), (json) => {
        const parsed = parseConstitution(json)
        expect(parsed.ok ? outOfRange(parsed.value) : []).toEqual([])
        expect(parsed.ok || parsed.error.length > 0).toBe(true)
      }),
      { numRuns: runs(125) },
    )
  })
})
