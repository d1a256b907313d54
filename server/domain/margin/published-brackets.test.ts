import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedData } from '../../../test/support/shared-data.ts'
import { compareDecimals, decimal } from '../../core/decimal.ts'
import { toMoney } from '../account/money.ts'
import { type Bracket, bracketAt, maintenanceMargin, publishedBrackets, STAND_IN_BRACKETS } from './brackets.ts'

interface Recorded {
  readonly symbol: string
  readonly brackets: readonly {
    readonly notionalFloor: number
    readonly notionalCap: number | null
    readonly maintMarginRatio: number
    readonly cum: number
  }[]
}

const folder = sharedData('leverage-brackets')

/** Every answer of `leverageBracket` in the folder. */
const recorded: readonly Recorded[] = (folder ? readdirSync(folder) : [])
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Recorded[])

const usdt = (amount: number) => toMoney(decimal(String(amount)))

const bracketsIn = ({ brackets }: Recorded): Bracket[] =>
  brackets.map(({ notionalFloor, notionalCap, maintMarginRatio, cum }, index) => ({
    floor: usdt(notionalFloor),
    cap: notionalCap === null || index === brackets.length - 1 ? null : usdt(notionalCap),
    rate: decimal(String(maintMarginRatio)),
    cum: usdt(cum),
  }))

/**
 * Returns whether `strict` needs at least the margin of `other` at every notional: both are straight between their
 * floors, so that it is enough to compare them there and to compare their last rates.
 */
const dominates = (strict: readonly Bracket[], other: readonly Bracket[]): boolean => {
  const floors = [...strict, ...other].map(({ floor }) => floor)
  const atFloors = floors.every((floor) => maintenanceMargin(strict, floor) >= maintenanceMargin(other, floor))
  const [last, otherLast] = [strict.at(-1)?.rate, other.at(-1)?.rate]
  return atFloors && last !== undefined && otherLast !== undefined && compareDecimals(last, otherLast) >= 0
}

describe('publishedBrackets', () => {
  it.skipIf(!folder)('returns what Binance answered, up to the end of the record (needs ../shared/data)', () => {
    expect(recorded.length).toBeGreaterThan(0)
    for (const each of recorded) {
      const own = publishedBrackets(each.symbol)
      if (own === STAND_IN_BRACKETS) continue
      const answered = bracketsIn(each)
      const rates = (list: readonly Bracket[]) => list.map(({ floor, rate, cum }) => ({ floor, rate, cum }))
      expect(rates(own.slice(0, answered.length))).toEqual(rates(answered))
    }
  })

  it.skipIf(!folder)(
    'requires at least the margin of every recorded symbol at every notional (needs ../shared/data)',
    () => {
      for (const each of recorded) {
        expect(dominates(publishedBrackets(each.symbol), bracketsIn(each)), each.symbol).toBe(true)
        expect(dominates(STAND_IN_BRACKETS, bracketsIn(each)), each.symbol).toBe(true)
      }
    },
  )

  it('requires for BTCUSDT the published margin: 1,300 less than 1% from 250,000 on', () => {
    expect(maintenanceMargin(publishedBrackets('BTCUSDT'), usdt(250_000))).toBe(usdt(1_200))
    expect(maintenanceMargin(publishedBrackets('BTCUSDT'), usdt(1_000_000))).toBe(usdt(8_700))
  })
})

describe('the fallback brackets', () => {
  it('require at least the margin of every known symbol, at every notional', () => {
    for (const known of ['BTCUSDT', 'ETHUSDT', 'LTCUSDT', 'ADAUSDT', 'SOLUSDT']) {
      expect(publishedBrackets(known)).not.toBe(STAND_IN_BRACKETS)
      expect(dominates(STAND_IN_BRACKETS, publishedBrackets(known)), known).toBe(true)
    }
    expect(publishedBrackets('NOSUCHUSDT')).toBe(STAND_IN_BRACKETS)
  })

  /** Strictest of all contracts of 2026-09-29 at these notionals, and the rate all of them end at. */
  it.each([
    [100, 16.67],
    [50_000, 8_335],
    [100_000, 16_670],
    [150_000, 26_235],
    [200_000, 38_735],
    [250_000, 51_235],
    [300_000, 63_735],
    [400_000, 102_420],
    [1_000_000, 402_420],
    [100_000_000, 49_902_420],
  ])('require at a notional of %d at least the strictest published margin, %d', (notional, strictest) => {
    expect(maintenanceMargin(STAND_IN_BRACKETS, usdt(notional)) >= usdt(strictest)).toBe(true)
  })

  it('require more for a larger position and no more than its notional', () => {
    const anyNotional = fc.bigInt({ min: 1n, max: usdt(1_000_000_000) })
    fc.assert(
      fc.property(anyNotional, anyNotional, (a, b) => {
        const [small, large] = a < b ? [a, b] : [b, a]
        const [less, more] = [small, large].map((notional) => maintenanceMargin(STAND_IN_BRACKETS, notional))
        expect((less ?? 0n) <= (more ?? 0n)).toBe(true)
        expect(maintenanceMargin(STAND_IN_BRACKETS, large) <= large).toBe(true)
        expect(bracketAt(STAND_IN_BRACKETS, large).floor <= large).toBe(true)
      }),
    )
  })
})
