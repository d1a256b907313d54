/** Wire types of the account: balance, fills and funding payments, and the portfolio with its equity history. */

import { type Static, Type } from 'typebox'
import {
  At,
  Collection,
  DecimalText,
  Exploratory,
  Freshness,
  idText,
  instantText,
  listText,
  Nullable,
  PAGE_QUERY,
  SymbolText,
} from './common.ts'
import { ExecutionMode } from './trading.ts'

/** Balance of the whole account. `equity` is the wallet with the unrealised result at mark. */
export const Balance = Type.Object({
  asset: Type.Enum(['USDT']),
  walletBalance: DecimalText,
  equity: DecimalText,
  unrealizedPnl: DecimalText,
  availableBalance: Type.Unsafe<string>({ ...DecimalText, description: 'Equity not used as margin; never negative' }),
  initialMargin: Type.Unsafe<string>({ ...DecimalText, description: 'Margin of positions and open orders' }),
  maintenanceMargin: DecimalText,
  marginRatio: Nullable(Type.Number(), 'Maintenance margin over equity; null without equity'),
  executionMode: ExecutionMode,
  asOf: At,
  source: Freshness,
})
export type Balance = Static<typeof Balance>

/**
 * An entry in the account's history: an execution, a funding payment, or a settlement; the last two have no order and
 * no price. A settlement corrects the cost of a position when the exchange realised a different amount than was booked.
 */
export const AccountTrade = Type.Object({
  fillId: Type.String(),
  exchangeExecId: Type.String(),
  orderId: Nullable(Type.String(), 'Null when the exchange acted on its own'),
  positionId: Nullable(Type.String()),
  symbol: SymbolText,
  side: Nullable(Type.Enum(['BUY', 'SELL'])),
  price: Nullable(DecimalText),
  qty: Nullable(DecimalText),
  notional: Nullable(DecimalText, 'USDT'),
  fee: Type.Unsafe<string>({ ...DecimalText, description: 'Negative is a rebate' }),
  feeAsset: Type.Enum(['USDT']),
  feeEstimated: Type.Boolean({
    description: 'True when the exchange did not report the fee',
  }),
  liquidity: Nullable(Type.Enum(['MAKER', 'TAKER'])),
  kind: Type.Enum(['TRADE', 'LIQUIDATION', 'ADL', 'FUNDING', 'SETTLEMENT']),
  realizedPnl: Type.Unsafe<string>({ ...DecimalText, description: 'Realised PnL before fees' }),
  fundingRate: Nullable(DecimalText),
  fundingEstimated: Type.Boolean({
    description:
      'True when the exchange did not publish the rate of a settlement while Plimsoll was down; the last known rate is used',
  }),
  cashFlow: Type.Unsafe<string>({
    ...DecimalText,
    description: 'Change of the wallet balance: realised PnL less fee, or the funding payment',
  }),
  exploratory: Exploratory,
  executedAt: At,
})
export type AccountTrade = Static<typeof AccountTrade>

export const AccountTradesQuery = Type.Object(
  {
    symbol: Type.Optional(SymbolText),
    symbols: Type.Optional(listText('[A-Z0-9]{1,20}USDT', 50, 'Up to 50 symbols, comma-separated')),
    orderId: Type.Optional(idText('ord')),
    positionId: Type.Optional(idText('pos')),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
)
export type AccountTradesQuery = Static<typeof AccountTradesQuery>

/** Sorted by time of execution, newest first. */
export const AccountTrades = Collection(AccountTrade)
export type AccountTrades = Static<typeof AccountTrades>

const DayPnl = Type.Object({
  realized: DecimalText,
  unrealized: Type.Unsafe<string>({ ...DecimalText, description: 'Change since the start of the day' }),
  fees: Type.Unsafe<string>({ ...DecimalText, description: 'Positive: paid; negative: received' }),
  funding: Type.Unsafe<string>({ ...DecimalText, description: 'Cash flow; negative: paid' }),
  adjustments: Type.Unsafe<string>({
    ...DecimalText,
    description: 'Corrections of the wallet balance reported by the exchange',
  }),
  net: DecimalText,
  dayStartEquity: Nullable(DecimalText),
  dayStartAt: Nullable(At),
})

const EquityPoint = Type.Object({
  at: At,
  equity: DecimalText,
  walletBalance: DecimalText,
  unrealizedPnl: DecimalText,
})

export const Portfolio = Type.Object({
  equity: DecimalText,
  walletBalance: DecimalText,
  grossExposure: Type.Unsafe<string>({ ...DecimalText, description: 'Long plus short, USDT at the mark price' }),
  netExposure: Type.Unsafe<string>({ ...DecimalText, description: 'Long minus short, USDT at the mark price' }),
  effectiveLeverage: Nullable(DecimalText, 'Gross exposure over equity; null without equity'),
  dayPnl: DayPnl,
  drawdown: Type.Object({
    currentPct: Type.Number(),
    maxPct: Type.Number(),
    peakEquity: Nullable(DecimalText),
    peakAt: Nullable(At),
  }),
  positions: Type.Array(
    Type.Object({
      positionId: idText('pos'),
      symbol: SymbolText,
      direction: Type.Enum(['LONG', 'SHORT']),
      notional: DecimalText,
      unrealizedPnl: DecimalText,
      shareOfGross: Type.Number({ description: 'As a fraction of 1' }),
    }),
  ),
  reconciliation: Type.Object({
    status: Type.Enum(['OK', 'DIFFERENCES', 'NEVER']),
    lastAt: Nullable(At),
    differences: Type.Integer(),
  }),
  series: Type.Optional(
    Type.Object({ name: Type.Enum(['equity']), from: At, to: At, points: Type.Array(EquityPoint) }),
  ),
  executionMode: ExecutionMode,
  asOf: At,
  source: Freshness,
})
export type Portfolio = Static<typeof Portfolio>

export const PortfolioQuery = Type.Object(
  {
    series: Type.Optional(Type.Enum(['equity'], { description: 'Include the equity curve' })),
    from: Type.Optional(instantText('First instant of the series, included; default one day before `to`')),
    to: Type.Optional(instantText('Last instant of the series, excluded; default now')),
    points: Type.Integer({
      minimum: 2,
      maximum: 1_000,
      default: 200,
      description: 'Maximum number of samples, evenly thinned',
    }),
  },
  { additionalProperties: false },
)
export type PortfolioQuery = Static<typeof PortfolioQuery>
