import type { AccountBook } from '../../exchange/account/account-book.ts'
import { type AccountFigures, computeSums } from '../../exchange/account/account-figures.ts'
import { plainMoney, plainPart } from './figures.ts'

/** The account as the list and the stream show it: one coin, and a dollar is worth one. */
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
