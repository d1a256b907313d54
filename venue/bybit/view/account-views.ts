/** Response bodies of the Bybit API for positions and the wallet. */

import { divideRounded } from '../../../server/core/decimal.ts'
import type { Money } from '../../../server/domain/account/money.ts'
import type { Bracket } from '../../../server/domain/margin/brackets.ts'
import type { Instrument } from '../../../server/domain/market/instrument.ts'
import { type AccountBook, type HeldPosition, positionIn } from '../../exchange/account/account-book.ts'
import { type AccountFigures, computeSums, type SymbolFigures } from '../../exchange/account/account-figures.ts'
import { printPrice, printQuantity } from '../../exchange/market/figures.ts'
import type { BybitState } from '../bybit-state.ts'
import { levelsIn } from '../stops/position-stops.ts'
import { plainMoney, plainPart, priceOrNothing } from './figures.ts'

/** Renders a position as in the position list; the stream has `entryPrice` in place of `avgPrice`. */
export const positionView = (state: BybitState, figures: SymbolFigures) => {
  const { instrument, quantity, cost, mark } = figures
  const held = positionIn(state.book, instrument.symbol)
  const { stopLoss, takeProfit } = levelsIn(state.stops, instrument.symbol)
  return {
    positionIdx: 0,
    tradeMode: 0,
    ...riskTier(state.exchange.brackets(instrument.symbol), figures.notional),
    symbol: instrument.symbol,
    side: quantity === 0 ? '' : quantity > 0 ? 'Buy' : 'Sell',
    size: printQuantity(instrument, Math.abs(quantity)),
    avgPrice: quantity === 0 ? '0' : priceEach(instrument, quantity, cost),
    positionValue: quantity === 0 ? '' : plainMoney(cost),
    leverage: String(figures.leverage),
    breakEvenPrice: printBreakEven(instrument, quantity, cost, held),
    markPrice: mark === undefined ? '' : printPrice(instrument, mark),
    liqPrice: printLiquidation(figures),
    bustPrice: '',
    positionBalance: plainMoney(figures.positionMargin),
    positionIM: plainMoney(figures.positionMargin),
    positionIMByMp: plainMoney(figures.positionMargin),
    positionMM: plainMoney(figures.maintenance),
    positionMMByMp: plainMoney(figures.maintenance),
    tpslMode: 'Full',
    takeProfit: priceOrNothing(instrument, takeProfit?.price),
    stopLoss: priceOrNothing(instrument, stopLoss?.price),
    trailingStop: '0',
    unrealisedPnl: quantity === 0 ? '' : plainMoney(figures.unrealized),
    ...earnings(held),
    ...UNCHANGING,
    seq: held.updatedAtMs === 0 ? -1 : held.updatedAtMs,
  }
}

const UNCHANGING = {
  sessionAvgPrice: '',
  positionStatus: 'Normal',
  autoAddMargin: 0,
  adlRankIndicator: 0,
  isReduceOnly: false,
  mmrSysUpdatedTime: '',
  leverageSysUpdatedTime: '',
}

const earnings = ({ quantity, earned, earnedBefore, createdAtMs, openedAtMs, updatedAtMs }: HeldPosition) => ({
  curRealisedPnl: plainMoney(quantity === 0 ? 0n : earned - earnedBefore),
  cumRealisedPnl: plainMoney(earned),
  createdTime: String(createdAtMs),
  updatedTime: String(updatedAtMs),
  openTime: openedAtMs,
})

/** Returns the risk limit tier of a position, counted from one. */
const riskTier = (brackets: readonly Bracket[], notional: Money) => {
  const size = notional < 0n ? -notional : notional
  const index = brackets.findIndex(({ cap }) => cap === null || size < cap)
  return { riskId: index + 1, riskLimitValue: printRiskLimit(brackets[index]) }
}

/** Value for a missing upper limit. */
const NO_END = '999999999999'

/** Prints the maximum position value of a tier. */
export const printRiskLimit = (bracket: Bracket | undefined): string =>
  bracket?.cap ? plainMoney(bracket.cap) : NO_END

const priceEach = ({ quantity: { step } }: Instrument, quantity: number, cost: Money): string => {
  const baseUnits = BigInt(Math.abs(quantity)) * step.units
  return plainMoney(divideRounded(cost * 10n ** BigInt(step.scale), baseUnits))
}

const printLiquidation = ({ quantity, reported }: SymbolFigures): string => {
  const price = reported?.liquidationPrice ?? null
  return quantity === 0 || price === null || price <= 0n ? '' : plainMoney(price)
}

/** Minimum closing fee as a fraction of the value. */
const FEE_PARTS = 55n
const FEE_WHOLE = 100_000n

/** Prints the price at which closing, including its fee, breaks even. */
const printBreakEven = (instrument: Instrument, quantity: number, cost: Money, held: HeldPosition): string => {
  if (quantity === 0) return ''
  const made = held.earned - held.earnedBefore
  const fee = divideRounded(cost * FEE_PARTS, FEE_WHOLE)
  return priceEach(instrument, quantity, quantity > 0 ? cost - made + fee : cost + made - fee)
}

/** Returns the wallet with its only coin, USDT, valued at one dollar. */
export const walletView = (book: AccountBook, figures: Pick<AccountFigures, 'wallet' | 'symbols'>) => {
  const { wallet } = figures
  const { unrealized, initial, maintenance, available } = computeSums(figures)
  const equity = wallet + unrealized
  const rates = { initial: plainPart(initial, equity), maintenance: plainPart(maintenance, equity) }
  return {
    accountType: 'UNIFIED',
    accountLTV: '0',
    accountIMRate: rates.initial,
    accountIMRateByMp: rates.initial,
    accountMMRate: rates.maintenance,
    accountMMRateByMp: rates.maintenance,
    totalEquity: plainMoney(equity),
    totalWalletBalance: plainMoney(wallet),
    totalMarginBalance: plainMoney(equity),
    totalAvailableBalance: plainMoney(available),
    totalPerpUPL: plainMoney(unrealized),
    totalInitialMargin: plainMoney(initial),
    totalInitialMarginByMp: plainMoney(initial),
    totalMaintenanceMargin: plainMoney(maintenance),
    totalMaintenanceMarginByMp: plainMoney(maintenance),
    coin: [coinView(book, figures)],
  }
}

const coinView = (book: AccountBook, figures: Pick<AccountFigures, 'wallet' | 'symbols'>) => {
  const { wallet } = figures
  const { unrealized, initial, maintenance, positions } = computeSums(figures)
  const equity = plainMoney(wallet + unrealized)
  const earned = [...book.positions.values()].reduce((sum, held) => sum + held.earned, 0n)
  return {
    coin: 'USDT',
    equity,
    usdValue: equity,
    walletBalance: plainMoney(wallet),
    locked: '0',
    spotHedgingQty: '0',
    borrowAmount: '0',
    spotBorrow: '0',
    accruedInterest: '0',
    totalOrderIM: plainMoney(initial - positions),
    totalPositionIM: plainMoney(positions),
    totalPositionMM: plainMoney(maintenance),
    unrealisedPnl: plainMoney(unrealized),
    cumRealisedPnl: plainMoney(earned),
    bonus: '0',
    marginCollateral: true,
    collateralSwitch: true,
    availableToBorrow: '',
    availableToWithdraw: '',
  }
}
