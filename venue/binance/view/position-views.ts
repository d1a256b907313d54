/** Response bodies of the Binance API for positions, in versions 2 and 3, and their computed prices. */

import { divideRounded, printDecimal } from '../../../server/core/decimal.ts'
import { MONEY_SCALE, type Money, printMoney } from '../../../server/domain/account/money.ts'
import type { Bracket } from '../../../server/domain/margin/brackets.ts'
import type { Instrument } from '../../../server/domain/market/instrument.ts'
import type { SymbolFigures } from '../../exchange/account/account-figures.ts'
import { maxNotionalAt } from '../../exchange/account/risk-figures.ts'
import { printLongPrice, printQuantity } from '../../exchange/market/figures.ts'
import type { NetPosition } from '../../exchange/ports.ts'

/** Returns a position as in `v3/positionRisk`. */
export const positionRiskV3 = (figures: SymbolFigures) => ({
  symbol: figures.instrument.symbol,
  positionSide: 'BOTH',
  positionAmt: printQuantity(figures.instrument, figures.quantity),
  entryPrice: entryPrice(figures.instrument, figures),
  breakEvenPrice: breakEvenPrice(figures.instrument, figures),
  markPrice: printMark(figures),
  unRealizedProfit: printMoney(figures.unrealized),
  liquidationPrice: printLiquidation(figures),
  isolatedMargin: '0',
  notional: printMoney(figures.notional),
  marginAsset: 'USDT',
  isolatedWallet: '0',
  initialMargin: printMoney(figures.initialMargin),
  maintMargin: printMoney(figures.maintenance),
  positionInitialMargin: printMoney(figures.positionMargin),
  openOrderInitialMargin: printMoney(figures.initialMargin - figures.positionMargin),
  adl: figures.quantity === 0 ? 0 : 2,
  bidNotional: printMoney(figures.bids),
  askNotional: printMoney(figures.asks),
  updateTime: figures.updatedAtMs,
})

/** Average entry price of the position, to five digits. */
export const entryPrice = (instrument: Instrument, held: NetPosition): string =>
  averageCost(instrument, held, held.cost)

const ENTRY_SCALE = 5

/** Returns the price at which closing, including its fee, breaks even. */
export const breakEvenPrice = (instrument: Instrument, held: NetPosition): string => {
  const fee = divideRounded(held.cost * FEE_PARTS, FEE_WHOLE)
  return averageCost(instrument, held, held.quantity < 0 ? held.cost - fee : held.cost + fee)
}

const FEE_PARTS = 5n
const FEE_WHOLE = 10_000n

const averageCost = ({ quantity: { step } }: Instrument, { quantity }: NetPosition, cost: Money): string => {
  if (quantity === 0) return printDecimal({ units: 0n, scale: ENTRY_SCALE })
  const baseUnits = BigInt(Math.abs(quantity)) * step.units
  const scaled = cost * 10n ** BigInt(step.scale)
  const units = divideRounded(scaled, baseUnits * 10n ** BigInt(MONEY_SCALE - ENTRY_SCALE))
  return printDecimal({ units, scale: ENTRY_SCALE })
}

const ZERO = printMoney(0n)

const printLiquidation = ({ reported }: SymbolFigures): string => printMoney(reported?.liquidationPrice ?? 0n)

const printMark = ({ instrument, mark }: SymbolFigures): string =>
  mark === undefined ? ZERO : printLongPrice(instrument, mark)

/** Prints the largest notional at a leverage, in whole USDT. */
export const printMaxNotional = (brackets: readonly Bracket[], leverage: number): string => {
  const most = maxNotionalAt(brackets, leverage)
  return most === null ? NO_END : printDecimal({ units: most / 10n ** BigInt(MONEY_SCALE), scale: 0 })
}

/** Value for a notional without an upper limit. */
const NO_END = '9223372036854775807'

/** Returns a position as in `v2/positionRisk`. */
export const positionRiskV2 = (figures: SymbolFigures, brackets: readonly Bracket[]) => ({
  symbol: figures.instrument.symbol,
  positionAmt: printQuantity(figures.instrument, figures.quantity),
  entryPrice: entryPrice(figures.instrument, figures),
  breakEvenPrice: breakEvenPrice(figures.instrument, figures),
  markPrice: printMark(figures),
  unRealizedProfit: printMoney(figures.unrealized),
  liquidationPrice: printLiquidation(figures),
  leverage: String(figures.leverage),
  maxNotionalValue: printMaxNotional(brackets, figures.leverage),
  marginType: 'cross',
  isolatedMargin: ZERO,
  isAutoAddMargin: 'false',
  positionSide: 'BOTH',
  notional: printMoney(figures.notional),
  isolatedWallet: '0',
  updateTime: figures.updatedAtMs,
})

/** Returns a position as in `v3/account`. */
export const accountPositionV3 = (figures: SymbolFigures) => ({
  symbol: figures.instrument.symbol,
  positionSide: 'BOTH',
  positionAmt: printQuantity(figures.instrument, figures.quantity),
  unrealizedProfit: printMoney(figures.unrealized),
  isolatedMargin: '0',
  notional: printMoney(figures.notional),
  isolatedWallet: '0',
  initialMargin: printMoney(figures.initialMargin),
  maintMargin: printMoney(figures.maintenance),
  updateTime: figures.updatedAtMs,
})

/** Returns a position as in `v2/account`. */
export const accountPositionV2 = (figures: SymbolFigures, brackets: readonly Bracket[]) => ({
  symbol: figures.instrument.symbol,
  initialMargin: printMoney(figures.initialMargin),
  maintMargin: printMoney(figures.maintenance),
  unrealizedProfit: printMoney(figures.unrealized),
  positionInitialMargin: printMoney(figures.positionMargin),
  openOrderInitialMargin: printMoney(figures.initialMargin - figures.positionMargin),
  leverage: String(figures.leverage),
  isolated: false,
  entryPrice: entryPrice(figures.instrument, figures),
  maxNotional: printMaxNotional(brackets, figures.leverage),
  bidNotional: printMoney(figures.bids),
  askNotional: printMoney(figures.asks),
  positionSide: 'BOTH',
  positionAmt: printQuantity(figures.instrument, figures.quantity),
  updateTime: figures.updatedAtMs,
})
