import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { neededText, readChoice, readFlag, readJson, readLimit, readQuery, readText, readWhole } from './params.ts'
import { Refusal } from './refusal.ts'

describe('parameters', () => {
  it('of a query are decoded, and the first of a name counts', () => {
    const params = readQuery('symbol=BTCUSDT&cursor=a%3A1&symbol=ETHUSDT&empty=')
    expect([readText(params, 'symbol'), readText(params, 'cursor'), readText(params, 'empty')]).toEqual([
      'BTCUSDT',
      'a:1',
      undefined,
    ])
  })

  it('of a body are converted to text, whatever their type', () => {
    const params = readJson('{"qty":"0.010","triggerDirection":2,"reduceOnly":true,"none":null,"list":[1]}')
    expect([...params]).toEqual([
      ['qty', '0.010'],
      ['triggerDirection', '2'],
      ['reduceOnly', 'true'],
      ['list', '[1]'],
    ])
  })

  it('of an invalid body are rejected without throwing', () => {
    for (const body of ['[]', 'x', '1', 'null', '{']) expect(() => readJson(body)).toThrow(Refusal)
    fc.assert(
      fc.property(fc.string(), (body) => {
        try {
          expect(readJson(body)).toBeInstanceOf(Map)
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal)
        }
      }),
    )
  })

  it('are rejected when they are unusable', () => {
    const params = readQuery('limit=x&flag=1&side=Hold&zero=0')
    expect(() => neededText(params, 'symbol')).toThrow('symbol is required')
    expect(() => readWhole(params, 'limit')).toThrow('limit invalid')
    expect(() => readFlag(params, 'flag')).toThrow('flag invalid')
    expect(() => readChoice(params, 'side', ['Buy', 'Sell'])).toThrow('side invalid')
    expect(() => readLimit(readQuery('limit=0'), 20, 50)).toThrow('limit invalid')
    expect([readLimit(readQuery(''), 20, 50), readLimit(readQuery('limit=90'), 20, 50)]).toEqual([20, 50])
  })
})
