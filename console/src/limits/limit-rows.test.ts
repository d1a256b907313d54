import { describe, expect, it } from 'vitest'
import {
  classifyUsage,
  describeDefault,
  describeHeadroom,
  describeUse,
  formatAmount,
  groupLimits,
  printSetting,
  type RiskLimit,
} from './limit-rows.ts'

const aLimit = (limit: Partial<RiskLimit> = {}): RiskLimit => ({
  path: 'limits.maxDayLossPct',
  title: 'The loss of a day over the equity',
  unit: 'percent',
  operator: '≤',
  limit: 2,
  default: 2,
  comparison: 'EQUAL',
  gateId: 'G20',
  gate: 'daily loss',
  perOrder: false,
  used: 0.42,
  headroom: 1.58,
  usedShare: 0.21,
  ...limit,
})

describe('a limit', () => {
  it.each([
    ['12345.6', 'USDT', '12,345.60 USDT'],
    [0.4213, 'percent', '0.42%'],
    ['2', 'percent', '2%'],
    [250, 'ms', '250 ms'],
    [2_000, 'ms', '2 s'],
    [120_000, 'ms', '2 min'],
    [86_400_000, 'ms', '24 h'],
    [1_073_741_824, 'bytes', '1 GiB'],
    [100, 'bps', '100 bps'],
    ['1000000', 'lots', '1,000,000 lots'],
    [0.0089, 'percent', '0.01%'],
    [1.2345, 'ratio', '1.23'],
    [6, 'count', '6'],
    [null, 'USDT', '—'],
  ])('formats %s %s as %s', (value, unit, text) => {
    expect(formatAmount(value, { path: 'limits.any', unit })).toBe(text)
  })

  it.each([
    ['limits.maxMarginRatio', 0.0004, '0.04%'],
    ['limits.maxOrderShareOfDayVolume', 0.001, '0.1%'],
    ['limits.maxLeverage', 3, '3×'],
  ])('writes the ratio %s of %s as %s', (path, value, text) => {
    expect(formatAmount(value, { path, unit: 'ratio' })).toBe(text)
  })

  it.each([
    [{}, '0.42% of 2%', '1.58% left'],
    [{ used: 2.5, headroom: -0.5 }, '2.5% of 2%', '0.5% over'],
    [{ unit: 'USDT', used: '150', limit: '100', headroom: '-50' }, '150.00 USDT of 100.00 USDT', '50.00 USDT over'],
    [
      { unit: 'bytes', operator: '≥', used: 2 ** 31, limit: 2 ** 30, headroom: 2 ** 30 },
      '2 GiB, at least 1 GiB',
      '1 GiB left',
    ],
    [{ used: null, headroom: null }, '— of 2%', 'headroom unknown'],
    [{ limit: null, headroom: null }, 'not configured', 'not configured: orders are refused'],
  ] as const)('with %o uses %s and has %s', (limit, use, headroom) => {
    expect([describeUse(aLimit(limit)), describeHeadroom(aLimit(limit))]).toEqual([use, headroom])
  })

  it.each([
    [0.69, '≤', 'WITHIN'],
    [0.7, '≤', 'NEAR'],
    [1, '≤', 'NEAR'],
    [1, '<', 'REACHED'],
    [1.01, '≤', 'REACHED'],
    [null, '≤', 'UNKNOWN'],
  ] as const)('used to %s of %s is %s', (usedShare, operator, usage) => {
    expect(classifyUsage({ usedShare, operator })).toBe(usage)
  })

  it.each([
    ['EQUAL', 'default'],
    ['LOOSER', 'looser than the default of 2%'],
    ['TIGHTER', 'tighter than the default of 2%'],
  ] as const)('that is %s to its default is labelled', (comparison, text) => {
    expect(describeDefault(aLimit({ comparison }))).toBe(text)
  })

  it('has the JSON that sets it', () => {
    expect(printSetting(aLimit({ path: 'limits.maxTotalLossPct', limit: '6' }))).toBe(
      '{ "limits": { "maxTotalLossPct": "6" } }',
    )
  })
})

it('groups limits by what is compared with them, in the order of their names', () => {
  const { account, orders, systems } = groupLimits([
    aLimit({ path: 'limits.maxNew' }),
    aLimit({ path: 'limits.maxDrawdownPct' }),
    aLimit(),
    aLimit({ path: 'limits.maxOrderNotional', perOrder: true }),
    aLimit({ path: 'data.maxBookAgeMs' }),
    aLimit({ path: 'data.maxMarkAgeMs', perOrder: true }),
  ])
  const paths = (limits: readonly RiskLimit[]) => limits.map(({ path }) => path)
  expect([account, orders, systems].map(paths)).toEqual([
    ['limits.maxDayLossPct', 'limits.maxDrawdownPct', 'limits.maxNew'],
    ['limits.maxOrderNotional'],
    ['data.maxBookAgeMs', 'data.maxMarkAgeMs'],
  ])
})
