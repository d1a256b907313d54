import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal } from '../../../../core/decimal.ts'
import { toMoney } from '../../../../domain/account/money.ts'
import { bracketsFrom, publishedBrackets } from '../../../../domain/margin/brackets.ts'
import { aClient } from '../execution/desk-fixture.ts'
import { SOME_LISTINGS } from '../execution/reading-fixture.ts'
import { createBrackets, readBrackets } from './brackets.ts'

const tier = (minNotional: unknown, maintenanceMarginRate: unknown) => ({ minNotional, maintenanceMarginRate })

describe('readBrackets', () => {
  it('converts tiers in any order and form into brackets', () => {
    const tiers = [tier('50000', '0.005'), tier(0, 0.004), tier('250000.0', '1e-2')]
    const rows = [
      { floor: '0', rate: '0.004' },
      { floor: '50000', rate: '0.005' },
      { floor: '250000', rate: '0.01' },
    ]
    expect(readBrackets(tiers)).toEqual(bracketsFrom(rows))
  })

  it('merges tiers that differ only in leverage', () => {
    const brackets = readBrackets([tier('0', '0.01'), tier('1000', '0.01'), tier('2000', '0.02')])
    expect(brackets?.map(({ floor }) => floor)).toEqual([0n, toMoney(decimal('2000'))])
  })

  it.each([
    ['nothing', undefined],
    ['no tiers', []],
    ['a tier without a floor', [tier(undefined, '0.01')]],
    ['a tier without a rate', [tier('0', null)]],
    ['a first floor above zero', [tier('1', '0.01')]],
    ['two tiers of one floor', [tier('0', '0.01'), tier('0', '0.02')]],
    ['rates that fall', [tier('0', '0.02'), tier('10', '0.01')]],
    ['a rate of zero', [tier('0', '0')]],
    ['a rate of one', [tier('0', '1')]],
    ['a tier that is none', [null]],
  ])('returns none for %s', (_, tiers) => {
    expect(readBrackets(tiers)).toBeUndefined()
  })

  it('never throws, whatever the input', () => {
    fc.assert(fc.property(fc.anything(), (tiers) => void readBrackets(tiers)))
    const any = fc.array(fc.record({ minNotional: fc.double(), maintenanceMarginRate: fc.double({ min: 0, max: 2 }) }))
    fc.assert(fc.property(any, (tiers) => void readBrackets(tiers)))
  })
})

describe('the brackets of an exchange', () => {
  it('are conservative until it has answered, and its own from then on', async () => {
    let fails = true
    const leverageTiers = { 'BTC/USDT:USDT': [tier('0', '0.004'), tier('50000', '0.005')] }
    const fetchLeverageTiers = async () => {
      if (fails) throw new Error('other side closed')
      return leverageTiers
    }
    const { brackets, missing, fetchMissing } = createBrackets(aClient({ has: {}, fetchLeverageTiers }), SOME_LISTINGS)
    expect([await fetchMissing(), missing()]).toEqual([false, ['BTCUSDT']])
    expect(brackets('BTCUSDT')).toEqual(publishedBrackets('BTCUSDT'))
    fails = false
    expect([await fetchMissing(), missing()]).toEqual([true, []])
    expect(brackets('BTCUSDT')).toEqual(readBrackets(leverageTiers['BTC/USDT:USDT']))
  })

  it('are the stored ones until they are first requested', async () => {
    const stored = bracketsFrom([{ floor: '0', rate: '0.007' }])
    const fetchLeverageTiers = async () => {
      throw new Error('other side closed')
    }
    const client = aClient({ has: {}, fetchLeverageTiers })
    const { brackets, fetchMissing } = createBrackets(client, SOME_LISTINGS, new Map([['BTCUSDT', stored]]))
    expect(brackets('BTCUSDT')).toEqual(stored)
    await fetchMissing()
    expect(brackets('BTCUSDT')).toEqual(publishedBrackets('BTCUSDT'))
  })

  it('that cannot be read are still returned, and remain conservative', async () => {
    const fetchLeverageTiers = async () => ({ 'BTC/USDT:USDT': 'many' })
    const { missing, fetchMissing } = createBrackets(aClient({ has: {}, fetchLeverageTiers }), SOME_LISTINGS)
    expect([await fetchMissing(), missing()]).toEqual([true, ['BTCUSDT']])
  })

  it('are queried symbol by symbol where there is no other way', async () => {
    const has = { fetchMarketLeverageTiers: true }
    let answers = 0
    const fetchMarketLeverageTiers = async () => {
      if (answers++ === 0) throw new Error('other side closed')
      return [tier('0', '0.004')]
    }
    const client = aClient({ has, fetchMarketLeverageTiers })
    const { missing, fetchMissing } = createBrackets(client, SOME_LISTINGS)
    expect([await fetchMissing(), missing()]).toEqual([false, ['BTCUSDT']])
    expect([await fetchMissing(), missing()]).toEqual([true, []])
  })
})
