import { describe, expect, it } from 'vitest'
import { neededText, parseParams, readFlag, readId, readLimit, readText, readWhole } from './params.ts'

describe('parameters', () => {
  it('come from query and body, and the first of a name counts', () => {
    const params = parseParams('symbol=BTCUSDT&side=BUY', 'side=SELL&quantity=1')
    expect([...params]).toEqual([
      ['symbol', 'BTCUSDT'],
      ['side', 'BUY'],
      ['quantity', '1'],
    ])
  })

  it('are matched in any case, decoded, and missing when empty', () => {
    const params = parseParams('newClientOrderId=a%3Ab&price=&orderidlist=%5B1%5D')
    expect([readText(params, 'newclientorderid'), readText(params, 'price'), readText(params, 'orderIdList')]).toEqual([
      'a:b',
      undefined,
      '[1]',
    ])
  })

  it('ignore an unknown field', () => {
    expect(readText(parseParams('stopLoss[triggerPrice]=59000&symbol=X'), 'symbol')).toBe('X')
  })

  const params = parseParams('whole=12&broken=1.5&yes=TRUE&maybe=perhaps&many=100000&zero=0&id=8389765739703625592')
  it.each([
    ['a whole number', () => readWhole(params, 'whole'), 12],
    ['a flag', () => readFlag(params, 'yes'), true],
    ['a flag that is not given', () => readFlag(params, 'no'), undefined],
    ['a limit past the most', () => readLimit(parseParams('limit=100000'), 500, 1_000), 1_000],
    ['an id longer than a number can hold', () => readId(params, 'id'), '8389765739703625592'],
  ] as const)('read %s', (_what, read, expected) => {
    expect(read()).toBe(expected)
  })

  it.each([
    ['what is missing', () => neededText(params, 'nothing'), -1102],
    ['what is not a whole number', () => readWhole(params, 'broken'), -1102],
    ['what is no flag', () => readFlag(params, 'maybe'), -1102],
    ['a limit of none', () => readLimit(parseParams('limit=0'), 500, 1_000), -1130],
    ['what cannot be decoded', () => parseParams('symbol=%zz'), -1100],
  ] as const)('refuse %s', (_what, read, code) => {
    expect(read).toThrow(expect.objectContaining({ code }))
  })
})
