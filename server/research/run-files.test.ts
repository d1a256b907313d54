import { describe, expect, it } from 'vitest'
import { BTC } from '../../test/support/generated-history.ts'
import { decimal } from '../core/decimal.ts'
import { toMoney } from '../domain/account/money.ts'
import { lots, ticks } from '../domain/market/instrument.ts'
import { parseTrades, printTrades } from './run-files.ts'
import type { TradeResult } from './run-tally.ts'

const money = (text: string) => toMoney(decimal(text))

const TRADE: TradeResult = {
  symbol: 'BTCUSDT',
  strategyId: 'S05',
  direction: 'LONG',
  openedMs: Date.UTC(2025, 0, 22, 0, 1, 0, 50),
  entryTicks: ticks(300_001),
  entryValue: money('300.001'),
  lots: lots(10),
  closedMs: Date.UTC(2025, 0, 22, 0, 9),
  exitTicks: ticks(301_000),
  exitValue: money('301'),
  reason: 'TARGET',
  gross: money('0.999'),
  fees: money('0.3'),
  funding: money('0'),
  net: money('0.699'),
  stopTicks: ticks(299_000),
}

describe('trades.csv', () => {
  it('has decimal prices and quantities, and times in UTC', () => {
    expect(printTrades([TRADE], [BTC]).split('\n')).toEqual([
      'symbol,strategy,direction,openedAt,entryPrice,quantity,closedAt,exitPrice,reason,gross,fees,funding,net,stopPrice',
      'BTCUSDT,S05,LONG,2025-01-22T00:01:00.050Z,30000.1,0.010,2025-01-22T00:09:00.000Z,30100.0,TARGET,0.99900000,0.30000000,0.00000000,0.69900000,29900.0',
      '',
    ])
  })

  it('is read as it was written', () => {
    const [stopped, manual] = parseTrades(
      printTrades([TRADE, { ...TRADE, strategyId: null, stopTicks: null }], [BTC]),
    ) ?? [undefined]
    expect(stopped).toMatchObject({ openedMs: TRADE.openedMs, entryPrice: '30000.1', stopPrice: '29900.0' })
    expect(manual).toMatchObject({ strategyId: '', stopPrice: '' })
  })

  it('is refused in the format of earlier versions, with prices in ticks', () => {
    expect(parseTrades('symbol,strategy,direction,openedMs,entryTicks\nBTCUSDT,S05,LONG,0,1\n')).toBeUndefined()
  })
})
