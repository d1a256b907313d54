import { describe, expect, it } from 'vitest'
import { Balance, Portfolio } from '../../contract/account.ts'
import { DecidedOrder, Position } from '../../contract/trading.ts'
import { anId, anOrder, aPlan, aPosition } from '../../test/support/book-samples.ts'
import { NOON_MS } from '../../test/support/market-samples.ts'
import { schemaErrors } from '../../test/support/schema-errors.ts'
import { openTradingBooks } from '../../test/support/trading-books.ts'
import { DAY_MS } from '../core/instant.ts'
import { EMPTY_ACCOUNT, openedWith } from '../domain/account/account.ts'
import { EMPTY_TRACK, sampled } from '../domain/account/equity-track.ts'
import { lots, ticks } from '../domain/market/instrument.ts'

/** 10,000 USDT in the wallet. */
const richBooks = () => {
  const books = openTradingBooks()
  books.ledger.account = openedWith(EMPTY_ACCOUNT, 1_000_000_000_000n)
  return books
}

describe('an order', () => {
  const decision = {
    decisionId: anId('dec'),
    verdict: 'APPROVED' as const,
    readings: [
      {
        gateId: 'G11',
        code: 'MAX_ORDER_NOTIONAL',
        kind: 'S' as const,
        enforced: true,
        pass: true,
        observed: '1',
        limit: '5000',
        unit: 'USDT' as const,
        detail: 'within',
      },
    ],
  }

  it('has exact decimals, and every gate when it is read alone', () => {
    const { put, store, views } = openTradingBooks()
    store.decisions.push(decision)
    put(anOrder({ status: 'PARTIALLY_FILLED', filled: lots(3), filledTickLots: 2_999n, feesPaid: 1_499n }))
    const order = views.decidedOrder(anId('ord'))
    expect(order).toMatchObject({
      symbol: 'BTCUSDT',
      instrument: { tickSize: '0.1', lotSize: '0.001', minNotional: null, maxLeverage: null },
      qty: '0.010',
      filledQty: '0.003',
      remainingQty: '0.007',
      price: '100.0',
      effectivePriceLimit: '100.0',
      avgFillPrice: '99.96666667',
      feesPaid: '0.00001499',
      stopLoss: { triggerPrice: '90.0', triggerBy: 'MARK' },
      stopLossDefaulted: true,
      decision: { decisionId: anId('dec'), verdict: 'APPROVED', gates: [{ gateId: 'G11', pass: true }] },
    })
    expect(schemaErrors(DecidedOrder, order)).toBeNull()
    expect(views.order(anId('ord'))).not.toHaveProperty('decision')
  })

  it('shows the collar of a market order as its limit, not as its price', () => {
    const { put, views } = openTradingBooks()
    put(anOrder({ terms: { type: 'MARKET', timeInForce: 'IOC' } }))
    expect(views.order(anId('ord'))).toMatchObject({ price: null, effectivePriceLimit: '100.0', avgFillPrice: null })
  })

  it('is found in the store after the ledger has dropped it, and nowhere when it never existed', () => {
    const { store, views } = openTradingBooks()
    store.orders.push(anOrder({ status: 'FILLED' }))
    expect(views.order(anId('ord'))?.status).toBe('FILLED')
    expect(views.order(anId('ord', 2))).toBeUndefined()
    expect(views.decidedOrder(anId('ord'))?.decision).toBeNull()
  })

  it.each(['tC0000', 'tE0001', 'tX00zz'])('is found again by the seed of its key, in any run: %s', (mark) => {
    const { put, views } = openTradingBooks()
    const venueSeed = '01KAJ8Q5XV7Y3ZKM2N4P6R8T9W'
    put(anOrder({ venueClientId: `${mark}${venueSeed}` }))
    expect(views.placedOrder({ orderId: anId('ord', 9), venueSeed })?.orderId).toBe(anId('ord'))
    expect(views.placedOrder({ orderId: anId('ord', 9), venueSeed: '0' })).toBeUndefined()
  })
})

describe('a position', () => {
  it('is valued at the mark price, and its liquidation price is the exchange’s', () => {
    const { hold, mark, views, venuePositions } = richBooks()
    hold(aPosition({ cost: 90_000_000n }))
    mark('BTCUSDT', 1_000)
    venuePositions.set('BTCUSDT', {
      symbol: 'BTCUSDT',
      quantity: 10,
      cost: 90_000_000n,
      liquidationPrice: 4_512_345_678n,
      leverage: 5,
      maintenanceMargin: 0n,
    })
    const position = views.position(anId('pos'))
    expect(position).toMatchObject({
      qty: '0.010',
      entryPrice: '90.00000000',
      markPrice: '100.00000000',
      notional: '1.00000000',
      unrealizedPnl: '0.10000000',
      liquidationPrice: '45.12345678',
      leverage: '5',
      initialMargin: '0.20000000',
      maintenanceMargin: '0.01000000',
      feesPaid: '0.00050000',
      fundingPaid: '0.00000000',
      source: { status: 'FRESH', origin: 'LOCAL_LEDGER' },
    })
    expect(Number(position?.breakEvenPrice)).toBeGreaterThan(90)
    expect(schemaErrors(Position, position)).toBeNull()
  })

  it('takes no liquidation price from a position of the other direction', () => {
    const { hold, views, venuePositions } = openTradingBooks()
    hold(aPosition({ direction: 'SHORT' }))
    venuePositions.set('BTCUSDT', {
      symbol: 'BTCUSDT',
      quantity: 10,
      cost: 1n,
      liquidationPrice: 1n,
      leverage: 3,
      maintenanceMargin: 0n,
    })
    expect(views.position(anId('pos'))?.liquidationPrice).toBeNull()
  })

  it.each([
    ['reports none', null],
    ['speaks of one of the other direction', -10],
    ['has not spoken', undefined],
  ] as const)('has the liquidation price of the published formula while the exchange %s', (_name, reported) => {
    const { hold, ledger, views, venuePositions } = openTradingBooks()
    hold(aPosition())
    ledger.openedAtMs = NOON_MS
    ledger.account = { ...ledger.account, walletBalance: 50_000_000n }
    const common = { symbol: 'BTCUSDT', cost: 100_000_000n, leverage: 3, maintenanceMargin: 0n }
    if (reported !== undefined) {
      const liquidationPrice = reported === null ? null : 1n
      venuePositions.set('BTCUSDT', { ...common, quantity: reported ?? 10, liquidationPrice })
    }
    expect(views.position(anId('pos'))?.liquidationPrice).toBe('50.50505051')
  })

  it('has none that no price can reach', () => {
    const { hold, ledger, views } = openTradingBooks()
    hold(aPosition())
    ledger.openedAtMs = NOON_MS
    ledger.account = { ...ledger.account, walletBalance: 100_000_000n }
    expect(views.position(anId('pos'))?.liquidationPrice).toBeNull()
  })

  it('is valued at its entry without a mark price, marked as partial', () => {
    const { hold, views } = openTradingBooks()
    hold(aPosition())
    expect(views.position(anId('pos'))).toMatchObject({
      markPrice: '100.00000000',
      unrealizedPnl: '0.00000000',
      notional: '1.00000000',
      source: { status: 'PARTIAL' },
    })
  })

  it('reports that a mark price is too old', () => {
    const { hold, mark, views, state } = openTradingBooks()
    hold(aPosition())
    mark('BTCUSDT', 1_000)
    state.nowMs = NOON_MS + 10_000
    expect(views.position(anId('pos'))?.source).toMatchObject({ status: 'PARTIAL', ageMs: 10_000 })
    state.nowMs = NOON_MS + 100_000
    expect(views.position(anId('pos'))?.source.status).toBe('STALE')
  })

  it('returns its average prices once it has ended', () => {
    const { hold, views } = openTradingBooks()
    const exited = { quantity: lots(10), value: 110_000_000n }
    hold(aPosition({ status: 'CLOSED', quantity: lots(0), cost: 0n, exited, funding: -7n, closedAtMs: NOON_MS }))
    const position = views.position(anId('pos'))
    expect(position).toMatchObject({
      entryPrice: '100.00000000',
      exitPrice: '110.00000000',
      enteredQty: '0.010',
      markPrice: null,
      fundingPaid: '0.00000007',
      qty: '0.000',
    })
    expect(schemaErrors(Position, position)).toBeNull()
  })

  it('is protected as planned only when the verified stop rests at its planned price', () => {
    const { hold, put, views } = openTradingBooks()
    const stop = (price: number) =>
      put(
        anOrder({
          status: 'UNTRIGGERED',
          terms: { type: 'STOP_MARKET', trigger: { price: ticks(price), by: 'MARK' } },
        }),
      )
    const protection = { ...aPosition().protection, state: 'VERIFIED' as const, stopOrderId: anId('ord') }
    hold(aPosition({ protection }))
    expect(views.isProtected(anId('pos'))).toBe(false)
    stop(890)
    expect(views.isProtected(anId('pos'))).toBe(false)
    expect(views.position(anId('pos'))?.protection.stopLoss).toMatchObject({
      triggerPrice: '90.0',
      standingTriggerPrice: '89.0',
      status: 'UNTRIGGERED',
    })
    stop(900)
    expect(views.isProtected(anId('pos'))).toBe(true)
    hold(aPosition({ protection: { ...protection, plan: aPlan({ takeProfit: { price: ticks(1_200), by: 'MARK' } }) } }))
    expect(views.isProtected(anId('pos'))).toBe(false)
  })
})

describe('the balance', () => {
  it('is the wallet plus unrealised PnL minus used margin', () => {
    const { hold, mark, put, views } = richBooks()
    hold(aPosition({ quantity: lots(30_000), cost: 300_000_000_000n }))
    mark('BTCUSDT', 1_010)
    put(anOrder({ status: 'NEW', terms: { quantity: lots(3_000), price: ticks(1_000) } }))
    const balance = views.balance()
    expect(balance).toMatchObject({
      walletBalance: '10000.00000000',
      unrealizedPnl: '30.00000000',
      equity: '10030.00000000',
      initialMargin: '1110.00000000',
      availableBalance: '8920.00000000',
      maintenanceMargin: '30.30000000',
      marginRatio: 3_030_000_000 / 1_003_000_000_000,
      executionMode: 'PAPER',
    })
    expect(schemaErrors(Balance, balance)).toBeNull()
  })

  it('uses no margin for orders that reduce, and only the larger side of those that do not', () => {
    const { hold, mark, put, views } = richBooks()
    hold(aPosition({ quantity: lots(3_000), cost: 30_000_000_000n }))
    mark('BTCUSDT', 1_000)
    put(anOrder({ status: 'NEW', terms: { side: 'SELL', reduceOnly: true } }))
    put(
      anOrder({
        orderId: anId('ord', 2),
        venueClientId: 'b',
        status: 'NEW',
        terms: { side: 'SELL', quantity: lots(300) },
      }),
    )
    expect(views.balance().initialMargin).toBe('100.00000000')
  })

  it('has nothing available and no ratio when everything is lost', () => {
    const { hold, mark, views } = openTradingBooks()
    hold(aPosition())
    mark('BTCUSDT', 500)
    expect(views.balance()).toMatchObject({ equity: '-0.50000000', availableBalance: '0.00000000', marginRatio: null })
  })

  it('reports that the account has not been read yet', () => {
    const { views, state } = openTradingBooks()
    state.venueReadAtMs = null
    expect(views.balance().source).toMatchObject({ status: 'PARTIAL', ageMs: 0 })
  })
})

describe('the portfolio', () => {
  it('returns exposure, shares, the daily result and the drawdown', () => {
    const { hold, mark, ledger, views } = richBooks()
    const account = ledger.account
    ledger.equity = sampled(EMPTY_TRACK, { equity: account.walletBalance, account, atMs: NOON_MS })
    hold(aPosition({ direction: 'SHORT', quantity: lots(10_000), cost: 100_000_000_000n }))
    mark('BTCUSDT', 1_100)
    const portfolio = views.portfolio(null)
    expect(portfolio).toMatchObject({
      equity: '9900.00000000',
      grossExposure: '1100.00000000',
      netExposure: '-1100.00000000',
      effectiveLeverage: '0.1111',
      dayPnl: { unrealized: '-100.00000000', net: '-100.00000000', dayStartEquity: '10000.00000000' },
      drawdown: { currentPct: 1, maxPct: 1, peakEquity: '10000.00000000' },
      positions: [{ symbol: 'BTCUSDT', notional: '1100.00000000', shareOfGross: 1 }],
      reconciliation: { status: 'OK', differences: 0 },
    })
    expect(portfolio).not.toHaveProperty('series')
    expect(schemaErrors(Portfolio, portfolio)).toBeNull()
  })

  it('measures the drawdown from the peak since the last sample, and is at the peak when above it', () => {
    const { hold, mark, ledger, state, views } = richBooks()
    const account = ledger.account
    ledger.equity = sampled(EMPTY_TRACK, { equity: account.walletBalance, account, atMs: NOON_MS })
    state.equityTop = { equity: 1_010_000_000_000n, walletBalance: account.walletBalance, atMs: NOON_MS + 10_000 }
    state.nowMs = NOON_MS + 20_000
    expect(views.portfolio(null).drawdown).toMatchObject({
      currentPct: expect.closeTo(0.990_099),
      maxPct: expect.closeTo(0.990_099),
      peakEquity: '10100.00000000',
      peakAt: '2026-11-21T12:00:10.000Z',
    })
    hold(aPosition({ quantity: lots(10_000), cost: 100_000_000_000n }))
    mark('BTCUSDT', 1_200)
    expect(views.portfolio(null).drawdown).toMatchObject({ currentPct: 0, peakEquity: '10200.00000000' })
  })

  it('has no daily result on a day that has not begun', () => {
    const { views } = richBooks()
    expect(views.portfolio(null)).toMatchObject({
      dayPnl: { net: '0.00000000', dayStartEquity: null, dayStartAt: null },
      drawdown: { currentPct: 0, peakEquity: null },
    })
  })

  it('includes the equity curve of the last day by default', () => {
    const { views, store } = richBooks()
    const sample = (atMs: number) => ({
      atMs,
      equity: 100_000_000n,
      walletBalance: 90_000_000n,
      unrealizedPnl: 10_000_000n,
    })
    store.equity.push(sample(NOON_MS - DAY_MS - 1), sample(NOON_MS - 1))
    const body = views.portfolio({ fromMs: undefined, toMs: undefined, points: 100 })
    expect(body.series?.points).toEqual([
      {
        at: '2026-11-21T11:59:59.999Z',
        equity: '1.00000000',
        walletBalance: '0.90000000',
        unrealizedPnl: '0.10000000',
      },
    ])
    expect(schemaErrors(Portfolio, body)).toBeNull()
  })
})
