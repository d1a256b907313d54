/** Binance routes of balances, positions, and the listen key of the account stream. */

import { printMoney } from '../../../server/domain/account/money.ts'
import {
  type AccountFigures,
  accountFigures,
  computeTotals,
  type SymbolFigures,
} from '../../exchange/account/account-figures.ts'
import type { BinanceState } from '../binance-state.ts'
import { closeListenKey, issueListenKey, type ListenKeys, renewListenKey } from '../stream/listen-keys.ts'
import { accountPositionV2, accountPositionV3, positionRiskV2, positionRiskV3 } from '../view/position-views.ts'
import { Refused } from './errors.ts'
import { getListing, readText } from './params.ts'
import type { Call, Route } from './route.ts'

/** Routes of balances and positions, in the exchange's response versions 2 and 3. */
export const accountRoutes = (state: BinanceState): readonly Route[] => {
  const route = (path: string, answer: Route['answer']): Route => ({
    method: 'GET',
    path: `/fapi/${path}`,
    weight: 5,
    security: 'SIGNED',
    answer,
  })
  return [
    route('v2/account', () => accountV2(state)),
    route('v3/account', () => accountV3(state)),
    route('v2/balance', () => balance(state)),
    route('v3/balance', () => balance(state)),
    route('v1/positionRisk', (call) => risksV2(state, call)),
    route('v2/positionRisk', (call) => risksV2(state, call)),
    route('v3/positionRisk', (call) => risksV3(state, call)),
  ]
}

const updatedAt = ({ symbols }: AccountFigures): number =>
  symbols.reduce((latest, { updatedAtMs }) => Math.max(latest, updatedAtMs), 1)

const totalFields = (figures: AccountFigures) => {
  const totals = computeTotals(figures)
  return {
    totalInitialMargin: totals.initial,
    totalMaintMargin: totals.maintenance,
    totalWalletBalance: totals.wallet,
    totalUnrealizedProfit: totals.unrealized,
    totalMarginBalance: totals.margin,
    totalPositionInitialMargin: totals.positions,
    totalOpenOrderInitialMargin: totals.orders,
    totalCrossWalletBalance: totals.wallet,
    totalCrossUnPnl: totals.unrealized,
    availableBalance: totals.available,
    maxWithdrawAmount: totals.withdrawable,
  }
}

const assetFields = (figures: AccountFigures) => {
  const totals = computeTotals(figures)
  return {
    asset: 'USDT',
    walletBalance: totals.wallet,
    unrealizedProfit: totals.unrealized,
    marginBalance: totals.margin,
    maintMargin: totals.maintenance,
    initialMargin: totals.initial,
    positionInitialMargin: totals.positions,
    openOrderInitialMargin: totals.orders,
    crossWalletBalance: totals.wallet,
    crossUnPnl: totals.unrealized,
    availableBalance: totals.available,
    maxWithdrawAmount: totals.withdrawable,
    marginAvailable: true,
    updateTime: updatedAt(figures),
  }
}

const accountV2 = async (state: BinanceState) => {
  const figures = await accountFigures(state)
  const { brackets } = state.exchange
  return {
    feeTier: 0,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
    updateTime: 0,
    multiAssetsMargin: false,
    tradeGroupId: -1,
    ...totalFields(figures),
    assets: [assetFields(figures)],
    positions: figures.symbols.map((one) => accountPositionV2(one, brackets(one.instrument.symbol))),
  }
}

const accountV3 = async (state: BinanceState) => {
  const figures = await accountFigures(state)
  const { marginAvailable, ...asset } = assetFields(figures)
  return {
    ...totalFields(figures),
    assets: [asset],
    positions: figures.symbols.filter(isHeld).map(accountPositionV3),
  }
}

const isHeld = ({ quantity, bids, asks }: SymbolFigures): boolean => quantity !== 0 || bids + asks > 0n

const balance = async (state: BinanceState) => {
  const figures = await accountFigures(state)
  const totals = computeTotals(figures)
  return [
    {
      accountAlias: 'plimsoll',
      asset: 'USDT',
      balance: printMoney(figures.wallet),
      crossWalletBalance: totals.wallet,
      crossUnPnl: totals.unrealized,
      availableBalance: totals.available,
      maxWithdrawAmount: totals.withdrawable,
      marginAvailable: true,
      updateTime: updatedAt(figures),
    },
  ]
}

const requestedFigures = async (state: BinanceState, { params }: Call): Promise<readonly SymbolFigures[]> => {
  const symbol = readText(params, 'symbol')
  if (symbol !== undefined) getListing(state.board, symbol)
  const { symbols } = await accountFigures(state)
  return symbols.filter(({ instrument }) => instrument.symbol === (symbol ?? instrument.symbol))
}

/**
 * Returns the position risks of version 2, which lists every symbol; version 3 lists only symbols with a position or an
 * order.
 */
const risksV2 = async (state: BinanceState, call: Call) =>
  (await requestedFigures(state, call)).map((one) =>
    positionRiskV2(one, state.exchange.brackets(one.instrument.symbol)),
  )

const risksV3 = async (state: BinanceState, call: Call) =>
  (await requestedFigures(state, call)).filter(isHeld).map(positionRiskV3)

/** Routes that issue, renew and close the listen key; all requests receive the same key. */
export const listenKeyRoutes = (keys: ListenKeys): readonly Route[] => {
  const route = (method: Route['method'], answer: Route['answer']): Route => ({
    method,
    path: '/fapi/v1/listenKey',
    weight: 1,
    security: 'KEY',
    answer,
  })
  return [
    route('POST', () => ({ listenKey: issueListenKey(keys) })),
    route('PUT', () => {
      if (!renewListenKey(keys)) throw new Refused('-1125')
      return { listenKey: keys.key }
    }),
    route('DELETE', () => {
      closeListenKey(keys)
      return {}
    }),
  ]
}
