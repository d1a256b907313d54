import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sharedData } from '../../../test/support/shared-data.ts'
import { decimal } from '../../core/decimal.ts'
import { moneyOf } from '../account/money.ts'
import { maintenanceMargin } from './brackets.ts'
import { publishedBrackets } from './published-brackets.ts'

interface Recorded {
  readonly symbol: string
  readonly brackets: readonly {
    readonly notionalFloor: number
    readonly notionalCap: number | null
    readonly maintMarginRatio: number
    readonly cum: number
  }[]
}

const path = sharedData('leverage-brackets/binance_usdm_4_symbols.json')
const recorded: readonly Recorded[] = path ? JSON.parse(readFileSync(path, 'utf8')) : []

const usdt = (amount: number) => moneyOf(decimal(String(amount)))

describe('publishedBrackets', () => {
  it.skipIf(!path)('are those Binance answered (needs ../shared/data beside the repository)', () => {
    expect(recorded.map(({ symbol }) => symbol)).toEqual(['BTCUSDT', 'ETHUSDT', 'LTCUSDT', 'ADAUSDT'])
    for (const { symbol, brackets } of recorded) {
      expect(publishedBrackets(symbol)).toEqual(
        brackets.map(({ notionalFloor, notionalCap, maintMarginRatio, cum }) => ({
          floor: usdt(notionalFloor),
          cap: notionalCap === null ? null : usdt(notionalCap),
          rate: decimal(String(maintMarginRatio)),
          cum: usdt(cum),
        })),
      )
    }
  })

  it('ask as much of BTCUSDT as is published: 1,300 less at 1 % from 250,000 on', () => {
    expect(maintenanceMargin(publishedBrackets('BTCUSDT'), usdt(250_000))).toBe(usdt(1_200))
    expect(maintenanceMargin(publishedBrackets('BTCUSDT'), usdt(1_000_000))).toBe(usdt(8_700))
  })

  it.each([100, 7_500, 30_000, 120_000, 600_000, 3_000_000, 40_000_000, 900_000_000])(
    'ask at least as much of a symbol that is not known, at a notional of %d',
    (notional) => {
      const prudent = maintenanceMargin(publishedBrackets('SOLUSDT'), usdt(notional))
      for (const known of ['BTCUSDT', 'ETHUSDT', 'LTCUSDT', 'ADAUSDT']) {
        expect(prudent >= maintenanceMargin(publishedBrackets(known), usdt(notional))).toBe(true)
      }
    },
  )
})
