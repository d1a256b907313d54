import { describe, expect, it } from 'vitest'
import type { RawPosition } from './order-dialect.ts'
import { readPosition } from './read-account.ts'
import { aReader } from './reading-fixture.ts'

const RAW_POSITION: RawPosition = {
  native: 'BTC-USDT-SWAP',
  quantity: '-0.9',
  entryPrice: '67445.9',
  liquidationPrice: '70123.45678901',
  leverage: '20',
  maintenanceMargin: '2.42805240',
}

const read = (overrides: Partial<RawPosition>) => {
  const { reader, notes } = aReader()
  return { position: readPosition(reader, { ...RAW_POSITION, ...overrides }, 5), notes }
}

describe('a position as reported by an exchange', () => {
  it('has its exact cost, and prices finer than a tick', () => {
    expect(read({}).position).toEqual({
      symbol: 'BTCUSDT',
      quantity: -9,
      cost: 60_701_310_000n,
      liquidationPrice: 7_012_345_678_901n,
      leverage: 20,
      maintenanceMargin: 242_805_240n,
    })
  })

  it.each<[string, Partial<RawPosition>, object]>([
    ['an average price of many digits', { entryPrice: '67445.123456789' }, { cost: 60_700_611_111n }],
    ['no reported leverage', { leverage: undefined }, { leverage: 5 }],
    ['nothing that can liquidate it', { liquidationPrice: '' }, { liquidationPrice: null }],
    ['a liquidation price of zero', { liquidationPrice: '0' }, { liquidationPrice: null }],
    ['a liquidation price below zero', { liquidationPrice: '-12.5' }, { liquidationPrice: null }],
  ])('is read with %s', (_what, overrides, expected) => {
    expect(read(overrides).position).toMatchObject(expected)
  })

  it.each<[string, Partial<RawPosition>]>([
    ['a quantity off the steps', { quantity: '0.95' }],
    ['no entry price', { entryPrice: '0' }],
    ['a margin that is not a number', { maintenanceMargin: undefined }],
  ])('cannot be read with %s', (_what, overrides) => {
    expect(read(overrides).position).toBeUndefined()
  })

  it('returns none when it is flat, and a note when it is not watched', () => {
    expect(read({ quantity: '0.0' })).toEqual({ position: null, notes: [] })
    const { position, notes } = read({ native: 'DOGE-USDT-SWAP', quantity: '5' })
    expect([position, notes]).toEqual([null, [expect.stringContaining('DOGE-USDT-SWAP')]])
  })
})
