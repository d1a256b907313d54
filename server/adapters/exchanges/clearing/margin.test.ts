import { describe, expect, it } from 'vitest'
import { aStage, type Stage } from '../../../../test/support/venue-stage.ts'
import { decimal } from '../../../core/decimal.ts'
import { toMoney } from '../../../domain/account/money.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'

const usdt = (text: string) => toMoney(decimal(text))

/** 0.1 BTC at 60,000 with 700 USDT in the wallet, less 3 USDT of fees. */
const holding = (side: 'BUY' | 'SELL'): Stage => {
  const stage = aStage({ openingBalance: usdt('700'), leverage: () => 20 })
  stage.mark(600_000)
  stage.quote(side === 'BUY' ? 'SELL' : 'BUY', 600_000, 100)
  stage.submit({ side, quantity: lots(100) })
  return stage
}

describe('a liquidation', () => {
  it('happens at the price the exchange has reported, and not a tick earlier', () => {
    const stage = holding('BUY')
    const price = stage.account().positions[0]?.liquidationPrice ?? 0n
    const tick = Number(price / usdt('0.1'))
    stage.mark(tick + 1)
    expect(stage.fills()).toHaveLength(1)
    stage.mark(tick)
    expect(stage.fills()).toHaveLength(2)
  })

  it('cancels every order, takes over the position at the mark and charges a fee on the remainder', () => {
    const stage = holding('BUY')
    stage.submit({ quantity: lots(1), price: ticks(500_000) }, { id: 'rest' })
    stage.mark(532_000)
    expect(stage.reportsFor('rest').at(-1)).toMatchObject({ status: 'CANCELED', reason: 'LIQUIDATION' })
    expect(stage.fills().at(-1)).toMatchObject({
      kind: 'LIQUIDATION',
      venueClientId: null,
      side: 'SELL',
      price: 532_000,
      quantity: 100,
      fee: usdt('17'),
    })
    expect(stage.account()).toMatchObject({ walletBalance: 0n, positions: [], openOrders: [] })
  })

  it.each(['BUY', 'SELL'] as const)('never leaves a debt after %s, however far the mark has jumped', (side) => {
    const stage = holding(side)
    stage.mark(side === 'BUY' ? 100_000 : 2_000_000)
    const { walletBalance, positions } = stage.account()
    expect([walletBalance, positions]).toEqual([0n, []])
    expect(stage.fills().at(-1)?.price).toBe(side === 'BUY' ? 530_300 : 669_700)
  })

  it('uses gains of one position to cover the losses of another', () => {
    const stage = aStage({ openingBalance: usdt('700'), leverage: () => 20 })
    stage.mark(600_000)
    stage.mark(600_000, { symbol: 'ETHUSDT' })
    stage.quote('SELL', 600_000, 80)
    stage.quote('BUY', 600_000, 80, 'ETHUSDT')
    stage.submit({ quantity: lots(80) })
    stage.submit({ symbol: 'ETHUSDT', side: 'SELL', quantity: lots(80) })
    stage.mark(500_000, { symbol: 'ETHUSDT' })
    stage.mark(416_000)
    expect(
      stage
        .fills()
        .map(({ symbol, kind, price }) => [symbol, kind, price])
        .slice(2),
    ).toEqual([
      ['ETHUSDT', 'LIQUIDATION', 500_000],
      ['BTCUSDT', 'LIQUIDATION', 419_350],
    ])
  })

  it('waits until every mark is known', () => {
    const stage = holding('BUY')
    stage.reopen()
    stage.mark(100_000, { symbol: 'ETHUSDT' })
    expect(stage.fills()).toHaveLength(1)
  })
})
