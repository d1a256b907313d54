import { describe, expect, it } from 'vitest'
import { RiskLimits } from '../../contract/limits.ts'
import { anId, anOrder, aPlan, aPosition } from '../../test/support/book-samples.ts'
import { aControlReader } from '../../test/support/control-stage.ts'
import { anEngineState, RULES } from '../../test/support/engine-state.ts'
import { anInstrument, NOON_MS } from '../../test/support/market-samples.ts'
import { aCandidate, aConstitution } from '../../test/support/risk-samples.ts'
import { schemaErrors } from '../../test/support/schema-errors.ts'
import { openTradingBooks } from '../../test/support/trading-books.ts'
import { EMPTY_ACCOUNT, openedWith } from '../domain/account/account.ts'
import { lots, ticks } from '../domain/market/instrument.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import { findGate } from '../domain/risk/gates/index.ts'
import { buildRiskView } from '../engine/trading/risk-view.ts'
import { limitsBody } from './limits-view.ts'

const USDT = 100_000_000n

/** An account of 1,000 USDT that is long BTCUSDT, short ETHUSDT, and may buy more BTCUSDT. */
const openAccount = (constitution: Constitution = RULES.constitution) => {
  const books = openTradingBooks([anInstrument(), anInstrument({ symbol: 'ETHUSDT' })])
  const { ledger, market } = books
  ledger.account = openedWith(EMPTY_ACCOUNT, 1_000n * USDT)
  ledger.openedAtMs = NOON_MS
  books.mark('BTCUSDT', 1_050)
  books.mark('ETHUSDT', 1_000)
  const { protection } = aPosition()
  books.hold(aPosition())
  books.hold(
    aPosition({
      positionId: anId('pos', 2),
      symbol: 'ETHUSDT',
      direction: 'SHORT',
      protection: { ...protection, plan: aPlan({ stopLoss: { price: ticks(1_200), by: 'MARK' } }) },
    }),
  )
  books.put(anOrder({ status: 'NEW', terms: { quantity: lots(20) } }))
  ledger.equity = { ...ledger.equity, lossStreak: 2 }
  const state = anEngineState({ ledger, market: market.market, rules: { ...RULES, constitution } })
  return { state, body: limitsBody(aControlReader(state)) }
}

const findLimit = ({ limits }: RiskLimits, path: string) => limits.find((limit) => limit.path === path)

describe('the limits', () => {
  it('are complete, in order of the gates, in the documented shape', () => {
    const { body } = openAccount()
    expect(schemaErrors(RiskLimits, body)).toBeNull()
    expect(body.limits.map(({ path }) => path)).toEqual(
      expect.arrayContaining([
        ...Object.keys(RULES.constitution.limits)
          .filter((name) => name !== 'appliesToManual')
          .map((name) => `limits.${name}`),
        ...Object.keys(RULES.constitution.data).map((name) => `data.${name}`),
      ]),
    )
    expect(body).toMatchObject({
      constitution: { source: 'BUILT_IN', fileHash: null },
      appliesToManual: true,
      equity: '1000.05000000',
    })
  })

  it.each([
    ['limits.maxLossStreak', { limit: 6, used: 2, headroom: 4, usedShare: 0.3333, operator: '<', perOrder: false }],
    ['limits.maxOrderNotional', { limit: '5000', used: null, headroom: null, usedShare: null, perOrder: true }],
    ['limits.maxGrossExposure', { used: '4.15000000', headroom: '19995.85000000', usedShare: 0.0002075 }],
    ['limits.maxSymbolExposure', { used: '3.15000000', headroom: '9996.85000000', gate: 'symbol exposure' }],
    ['limits.ordersPerMinute', { used: 0, headroom: 60, usedShare: 0, gateId: 'G18' }],
    ['data.maxUnknownOutcomes', { used: 0, headroom: 2, operator: '<' }],
    ['data.maxExchangeErrorPct', { used: null, gateId: 'EXCHANGE_ERRORS', perOrder: false }],
  ])('have %s with its used amount', (path, expected) => {
    expect(findLimit(openAccount().body, path)).toMatchObject(expected)
  })

  const readGate = (gateId: string, path: string, quantity: number) => {
    const { state, body } = openAccount()
    const terms = { symbol: 'BTCUSDT', quantity: lots(quantity), price: ticks(1_050) }
    const candidate = { ...aCandidate({ terms }), plan: aPlan() }
    const reading = findGate(gateId)?.read(candidate, buildRiskView(state, candidate, NOON_MS))
    return { observed: Number(reading?.observed), used: Number(findLimit(body, path)?.used) }
  }

  it.each([
    ['G13', 'limits.maxSymbolExposure'],
    ['G14', 'limits.maxGrossExposure'],
    ['G15', 'limits.maxLeverage'],
    ['G16', 'limits.maxMarginRatio'],
    ['G21', 'limits.maxDrawdownPct'],
    ['G22', 'limits.maxLossStreak'],
  ])('use as much as %s reads for an order that adds nothing: %s', (gateId, path) => {
    const { observed, used } = readGate(gateId, path, 0)
    expect(used).toBe(observed)
  })

  it.each([
    ['G31', 'limits.maxPositionLossPct'],
    ['G32', 'limits.maxTotalLossPct'],
  ])('use as much as %s reads for an order of one lot, without the loss of that lot: %s', (gateId, path) => {
    const { observed, used } = readGate(gateId, path, 1)
    expect(observed - used).toBeCloseTo(((15 + 90 * 0.0015 + 105 * 0.0005) / 1_000 / 1_000.05) * 100, 6)
  })

  it.each([
    [2, 'TIGHTER'],
    [3, 'EQUAL'],
    [4, 'LOOSER'],
    [null, 'TIGHTER'],
  ] as const)('compare a leverage of %s with the default: %s', (maxLeverage, comparison) => {
    const { body } = openAccount(aConstitution({ limits: { maxLeverage } }))
    expect(findLimit(body, 'limits.maxLeverage')).toMatchObject({ limit: maxLeverage, default: 3, comparison })
  })

  it('show full use beyond a limit, with a negative headroom', () => {
    const { body } = openAccount(aConstitution({ limits: { maxGrossExposure: '2' } }))
    const { headroom, usedShare } = findLimit(body, 'limits.maxGrossExposure') ?? {}
    expect([headroom, usedShare]).toEqual(['-2.15000000', 2.075])
  })
})

describe('the open risk', () => {
  it('is the loss at the stop of each position, from its entry and from the mark, and with its orders filled', () => {
    const { openRisk } = openAccount().body
    expect(openRisk.symbols).toMatchObject([
      { symbol: 'BTCUSDT', direction: 'LONG', stop: '90.0', exposure: '3.15000000', lossAtStop: '0.10135000' },
      { symbol: 'ETHUSDT', direction: 'SHORT', stop: '120.0', exposure: '1.00000000', lossAtStop: '0.20180000' },
    ])
    const [long, short] = openRisk.symbols
    expect([long?.lossFromMark, short?.lossFromMark]).toEqual(['0.15135000', '0.20180000'])
    expect(openRisk.lossFromMark).toBe('0.35315000')
    expect(Number(openRisk.worstLoss)).toBeCloseTo(Number(long?.worstLoss) + Number(short?.worstLoss), 8)
    expect(Number(long?.worstLoss)).toBeGreaterThan(0.3)
  })

  it('is unknown while a symbol has no market, and is never zero then', () => {
    const { state } = openAccount()
    state.market.instruments.delete('ETHUSDT')
    const { openRisk } = limitsBody(aControlReader(state))
    expect([openRisk.lossFromMark, openRisk.worstLoss]).toEqual([null, null])
    expect(openRisk.symbols[1]).toMatchObject({ stop: null, lossAtStop: null })
  })

  it('is zero without positions and orders', () => {
    const { openRisk } = limitsBody(aControlReader(anEngineState()))
    expect(openRisk).toEqual({ lossFromMark: '0.00000000', worstLoss: '0.00000000', symbols: [] })
  })
})
