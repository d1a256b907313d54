import { DAY_MS, type Instant } from '../../../server/core/instant.ts'
import { accountFigures } from '../../exchange/account/account-figures.ts'
import type { BybitState } from '../bybit-state.ts'
import { walletView } from '../view/account-views.ts'
import { groupByProduct } from './auth.ts'
import { requestedListings } from './listing-for.ts'
import { neededChoice, neededText, type Params, readText } from './params.ts'
import { badParameter, Refusal } from './refusal.ts'
import { type BybitRoute, listsLinear, readRoute, tradingRoute } from './route.ts'

/** Bybit routes of the account: wallet balance, fees, margin mode, coins, and key permissions. */
export const accountRoutes = (state: BybitState, apiKey: string): readonly BybitRoute[] => [
  readRoute('account/wallet-balance', 50, ({ params }) => walletBalance(state, params)),
  readRoute('account/info', 50, () => accountInfo(state)),
  readRoute(
    'account/fee-rate',
    5,
    listsLinear(({ params }) => feeRates(state, params)),
  ),
  readRoute('asset/coin/query-info', 5, ({ params }) => coins(params)),
  readRoute('user/query-api', 10, ({ atMs }) => keyInfo(state, apiKey, atMs)),
  tradingRoute('Position', 'account/set-margin-mode', 5, ({ params }) => setMarginMode(params)),
]

const walletBalance = async (state: BybitState, params: Params) => {
  if (neededText(params, 'accountType') !== 'UNIFIED') throw badParameter('accountType only support UNIFIED.')
  const figures = await accountFigures(state)
  const wallet = walletView(state.book, figures)
  const coins = readText(params, 'coin')?.split(',') ?? ['USDT']
  return { list: [{ ...wallet, coin: wallet.coin.filter(({ coin }) => coins.includes(coin)) }] }
}

const accountInfo = ({ desk }: BybitState) => ({
  unifiedMarginStatus: 6,
  marginMode: 'REGULAR_MARGIN',
  isMasterTrader: false,
  spotHedgingStatus: 'OFF',
  updatedTime: String(desk.openedAtMs),
  dcpStatus: 'OFF',
  timeWindow: 0,
  smpGroup: 0,
})

const feeRates = ({ board, exchange }: BybitState, params: Params) => ({
  list: requestedListings(board, params).map(({ entry }) => ({
    symbol: entry.instrument.symbol,
    takerFeeRate: exchange.fees.taker,
    makerFeeRate: exchange.fees.maker,
  })),
})

/** Returns USDT, the only coin; deposits and withdrawals are not available. */
const coins = (params: Params) => ({
  rows: ['USDT', undefined].includes(readText(params, 'coin'))
    ? [{ name: 'USDT', coin: 'USDT', remainAmount: '0', chains: [] }]
    : [],
})

/** Lifetime of a key without a bound address, days. */
const KEY_DAYS = 90

const NEVER = { deadlineDay: -2, expiredAt: '1970-01-01T00:00:00Z' }

const keyInfo = ({ uid, permissions }: BybitState, apiKey: string, atMs: Instant) => ({
  id: uid,
  note: 'plimsoll',
  apiKey,
  readOnly: permissions.readOnly ? 1 : 0,
  secret: '',
  permissions: groupByProduct(permissions),
  ips: permissions.ipBound ? ['127.0.0.1'] : ['*'],
  type: 1,
  ...(permissions.ipBound ? NEVER : { deadlineDay: KEY_DAYS, expiredAt: formatSecond(atMs + KEY_DAYS * DAY_MS) }),
  createdAt: formatSecond(atMs),
  unified: 0,
  uta: 1,
  userID: Number(uid),
  inviterID: 0,
  vipLevel: 'No VIP',
  mktMakerLevel: '0',
  affiliateID: 0,
  rsaPublicKey: '',
  isMaster: true,
  parentUid: '0',
  kycLevel: 'LEVEL_DEFAULT',
  kycRegion: '',
})

const formatSecond = (atMs: Instant): string => `${new Date(atMs).toISOString().slice(0, 19)}Z`

const setMarginMode = (params: Params) => {
  const mode = neededChoice(params, 'setMarginMode', ['REGULAR_MARGIN', 'ISOLATED_MARGIN', 'PORTFOLIO_MARGIN'])
  if (mode !== 'REGULAR_MARGIN') throw new Refusal(110073)
  return { reasons: [] }
}
