import { describe, expect, it } from 'vitest'
import { BTC } from '../../../test/support/generated-history.ts'
import { decimal } from '../../core/decimal.ts'
import { toMoney } from '../../domain/account/money.ts'
import { publishedBrackets } from '../../domain/margin/brackets.ts'
import { lots, ticks } from '../../domain/market/instrument.ts'
import type { OrderTerms } from '../../domain/order/order.ts'
import type { VenueEvent } from '../../engine/model/venue.ts'
import type { PricePoint } from '../../research/ports.ts'
import { openCandleExchange } from './candle-exchange.ts'

const AT_MS = Date.UTC(2024, 0, 10)

const openExchange = (balance: string) => {
  const clock = { nowMs: AT_MS }
  const events: VenueEvent[] = []
  const exchange = openCandleExchange({
    instruments: [BTC],
    brackets: publishedBrackets,
    leverage: 50,
    balance: toMoney(decimal(balance)),
    fees: { maker: '0', taker: '0', liquidation: '0' },
    latencyMs: 50,
    clock: () => clock.nowMs,
    fundingAt: () => undefined,
    impact: () => 0,
  })
  exchange.open({ offer: (event) => events.push(event) > 0 })
  const settle = (): void => {
    while (exchange.settle());
  }
  const mark = (price: number): void => {
    clock.nowMs += 1_000
    exchange.mark({
      symbol: BTC.symbol,
      mark: ticks(price),
      index: null,
      fundingRate: null,
      fundingIntervalMs: null,
      nextFundingAtMs: null,
      fundingRateCap: null,
      fundingRateFloor: null,
      openInterest: null,
      exchangeTimeMs: clock.nowMs,
    })
    settle()
  }
  const reach = (price: number, more: Partial<PricePoint> = {}): void => {
    clock.nowMs += 1_000
    exchange.reach({
      symbol: BTC.symbol,
      atMs: clock.nowMs,
      minuteMs: AT_MS,
      last: ticks(price),
      bid: ticks(price),
      ask: ticks(price + 1),
      lowest: ticks(1),
      highest: ticks(10_000_000),
      capacity: lots(1_000_000),
      trigger: null,
      ...more,
    })
    settle()
  }
  const submit = (terms: Partial<OrderTerms>): void => {
    const buy = { symbol: BTC.symbol, side: 'BUY', type: 'LIMIT', trigger: null, timeInForce: 'IOC' } as const
    exchange.send({
      kind: 'submit',
      submission: {
        venueClientId: `order${events.length}`,
        terms: { ...buy, price: null, quantity: lots(9), reduceOnly: false, ...terms },
        signedAtMs: clock.nowMs,
        recvWindowMs: 5_000,
      },
    })
    settle()
  }
  const fills = () => events.flatMap((event) => (event.kind === 'fill' ? [event.fill] : []))
  return { mark, reach, submit, fills, events }
}

describe('the exchange of a backtest', () => {
  it('liquidates at the price of a real exchange: 0.009 BTC at 67,445.9 with a wallet of 25.72470371 at 64,846.98', () => {
    const { mark, reach, submit, fills } = openExchange('25.72470371')
    mark(674_459)
    submit({ price: ticks(674_459) })
    reach(674_458)
    expect(fills()).toMatchObject([{ price: 674_459, quantity: 9, kind: 'TRADE', liquidity: 'TAKER' }])
    mark(648_470)
    expect(fills()).toHaveLength(1)
    mark(648_469)
    expect(fills()[1]).toMatchObject({ kind: 'LIQUIDATION', side: 'SELL', quantity: 9, price: 648_469 })
  })

  it('fills an order at the next price after its latency, never at the current one', () => {
    const { mark, reach, submit, fills } = openExchange('10000')
    mark(300_000)
    reach(300_000)
    submit({ price: ticks(301_000) })
    mark(300_000)
    expect(fills()).toEqual([])
    reach(300_500)
    expect(fills()).toMatchObject([{ price: 300_501 }])
  })

  it('ends the rest of a limit order, and fills a resting one only beyond its price', () => {
    const { mark, reach, submit, fills, events } = openExchange('10000')
    mark(300_000)
    submit({ price: ticks(301_000), quantity: lots(9) })
    reach(300_000, { capacity: lots(4) })
    expect(fills()).toMatchObject([{ quantity: 4 }])
    expect(events.at(-2)).toMatchObject({ kind: 'report', report: { status: 'EXPIRED', filled: 4 } })
    submit({ price: ticks(299_000), timeInForce: 'GTC' })
    reach(299_500)
    reach(299_000)
    expect(fills()).toHaveLength(1)
    reach(298_990)
    expect(fills()[1]).toMatchObject({ price: 299_000, liquidity: 'MAKER', quantity: 9 })
  })
})
