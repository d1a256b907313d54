import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anInstrument } from '../../../test/support/market-samples.ts'
import { sharedData } from '../../../test/support/shared-data.ts'
import { decimal } from '../../core/decimal.ts'
import { type Money, toMoney, valueAt } from '../account/money.ts'
import { lots, ticks } from '../market/instrument.ts'
import { maintenanceMargin, publishedBrackets } from './brackets.ts'
import { type CrossMargined, liquidationPrice } from './liquidation.ts'

const usdt = (text: string): Money => toMoney(decimal(text))

/** 10^-6 USDT. */
const MILLIONTH = 100n

const aPosition = (position: Partial<CrossMargined> = {}): CrossMargined => ({
  instrument: anInstrument(),
  brackets: publishedBrackets('BTCUSDT'),
  quantity: 1_000,
  cost: usdt('50000'),
  walletBalance: usdt('5000'),
  otherMaintenance: 0n,
  otherUnrealized: 0n,
  ...position,
})

const expectNear = (actual: Money | null, expected: Money, tolerance: Money): void => {
  if (actual === null) throw new Error('there is no liquidation price')
  const distance = actual > expected ? actual - expected : expected - actual
  expect([distance <= tolerance, actual]).toEqual([true, actual])
}

describe('liquidationPrice', () => {
  it('matches the price the exchange reported for a real position', () => {
    const { instrument } = aPosition()
    const cost = valueAt(instrument, ticks(674_459), lots(9))
    const price = liquidationPrice(aPosition({ quantity: 9, cost, walletBalance: usdt('25.72470371') }))
    expectNear(price, usdt('64846.98753790'), MILLIONTH)
  })

  const path = sharedData('liquidation/known_values.json')
  it.skipIf(!path)('equals that of the recorded position (needs ../shared/data beside the repository)', () => {
    const { realPosition: real } = JSON.parse(readFileSync(path ?? '', 'utf8'))
    const { instrument } = aPosition()
    const [quantity, entry] = [instrument.quantity.parse(real.qty) ?? 0, instrument.price.parse(real.entry) ?? 0]
    const cost = valueAt(instrument, ticks(entry), lots(quantity))
    const price = liquidationPrice(aPosition({ quantity, cost, walletBalance: usdt(real.impliedWalletBalance) }))
    expectNear(price, usdt(real.liquidationPriceFromExchange), MILLIONTH)
  })

  it.each<[string, Partial<CrossMargined>, string | null]>([
    ['lies below the entry of a long position', {}, '45180.72289157'],
    ['lies above the entry of a short one, in the bracket it falls in there', { quantity: -1_000 }, '54776.11940299'],
    ['comes nearer by the maintenance margin of others', { otherMaintenance: usdt('1000') }, '46184.73895582'],
    ['moves away by what others have gained', { otherUnrealized: usdt('1000') }, '44176.70682731'],
    [
      'is that of the bracket at the price, not at the entry',
      { cost: usdt('60000'), walletBalance: usdt('5000') },
      '55226.13065327',
    ],
    ['is none where the wallet pays for all', { walletBalance: usdt('50000') }, null],
    ['is none without a position', { quantity: 0, cost: 0n }, null],
  ])('%s', (_, position, expected) => {
    expect(liquidationPrice(aPosition(position))).toBe(expected === null ? null : usdt(expected))
  })

  it('is where equity equals maintenance margin, and nowhere else', () => {
    const anyPosition = fc.record({
      quantity: fc.integer({ min: 1, max: 5_000_000 }),
      entry: fc.integer({ min: 1_000, max: 2_000_000 }),
      share: fc.integer({ min: 1, max: 200 }),
      long: fc.boolean(),
    })
    fc.assert(
      fc.property(anyPosition, ({ quantity, entry, share, long }) => {
        const { instrument, brackets } = aPosition()
        const cost = valueAt(instrument, ticks(entry), lots(quantity))
        const walletBalance = (cost * BigInt(share)) / 100n
        const position = aPosition({ quantity: long ? quantity : -quantity, cost, walletBalance })
        const price = liquidationPrice(position)
        const leftAt = (notional: Money): Money =>
          walletBalance + (long ? notional - cost : cost - notional) - maintenanceMargin(brackets, notional)
        if (price === null) {
          expect(leftAt(0n) >= 0n).toBe(true)
          return
        }
        const notional = (price * BigInt(quantity)) / 1_000n
        const rounding = BigInt(quantity) / 1_000n + 10n
        const left = leftAt(notional)
        expect([left < 0n ? -left <= rounding : left <= rounding, left]).toEqual([true, left])
      }),
    )
  })
})
