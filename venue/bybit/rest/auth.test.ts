import { describe, expect, it } from 'vitest'
import { groupByProduct, mayDo, parseBybitPermissions, USUAL_BYBIT_PERMISSIONS } from './auth.ts'

describe('what a key may do', () => {
  it('is to trade contracts, and nothing with money', () => {
    const products = groupByProduct(USUAL_BYBIT_PERMISSIONS)
    expect(products).toMatchObject({ ContractTrade: ['Order', 'Position'], Wallet: [], Spot: [], Derivatives: [] })
    expect([mayDo(USUAL_BYBIT_PERMISSIONS, 'Order'), mayDo(USUAL_BYBIT_PERMISSIONS, 'key')]).toEqual([true, true])
  })

  it('is changed by names', () => {
    const changed = parseBybitPermissions('Withdraw, -Position,-ipRestrict')
    expect(changed).toMatchObject({ ipBound: false, readOnly: false })
    expect(changed && groupByProduct(changed)).toMatchObject({ ContractTrade: ['Order'], Wallet: ['Withdraw'] })
    expect(changed && mayDo(changed, 'Position')).toBe(false)
  })

  it('is to read only when it is read-only', () => {
    const reading = parseBybitPermissions('readOnly')
    expect(reading && [mayDo(reading, 'Order'), mayDo(reading, 'Position'), mayDo(reading, 'key')]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('has no names but those that are known', () => {
    expect([parseBybitPermissions('Fly'), parseBybitPermissions('')]).toEqual([undefined, undefined])
  })
})
