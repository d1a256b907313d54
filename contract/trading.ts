/** Wire types of orders, order previews, positions and protective orders. */
import { type Static, type TObject, Type } from 'typebox'
import {
  At,
  Collection,
  DecimalText,
  Exploratory,
  Filters,
  FreeText,
  Freshness,
  GateKind,
  idText,
  listText,
  Ms,
  Nullable,
  PAGE_QUERY,
  Reading,
  SymbolText,
} from './common.ts'
import { EffectOnPosition } from './effect-on-position.ts'

const ORDER_STATUSES = [
  'PENDING_NEW',
  'OUTCOME_UNKNOWN',
  'DENIED',
  'NEW',
  'UNTRIGGERED',
  'TRIGGERED',
  'PARTIALLY_FILLED',
  'PENDING_CANCEL',
  'FILLED',
  'CANCELED',
  'REJECTED',
  'EXPIRED',
  'NEVER_ACCEPTED',
] as const
const POSITION_STATUSES = ['OPEN', 'CLOSING', 'CLOSED'] as const
const SYMBOL = '[A-Z0-9]{1,20}USDT'

const Side = Type.Enum(['BUY', 'SELL'])
const OrderType = Type.Enum(['MARKET', 'LIMIT', 'STOP_MARKET', 'TAKE_PROFIT_MARKET'])
const TimeInForce = Type.Enum(['GTC', 'IOC', 'FOK', 'POST_ONLY'])
const TriggerBy = Type.Enum(['MARK', 'LAST', 'INDEX'])
const PositionSide = Type.Enum(['BOTH'], { description: 'One netted position per symbol' })
/** Lifecycle status of an order. */
export const OrderStatus = Type.Enum([...ORDER_STATUSES])
const Purpose = Type.Enum(['ENTRY', 'EXIT', 'STOP_LOSS', 'TAKE_PROFIT', 'CLOSE', 'FLATTEN', 'EXTERNAL'])
const Origin = Type.Enum(['API', 'AUTOTRADING', 'GUARDIAN', 'EMERGENCY_STOP', 'HOST', 'EXTERNAL'])
export const ExecutionMode = Type.Enum(['PAPER', 'LIVE'])

/** Schema of a request body that may be omitted. */
const orNull = <T extends TObject>(schema: T) => Type.Unsafe<Static<T> | null>({ ...schema, type: ['object', 'null'] })

export const TriggerRequest = Type.Object(
  { triggerPrice: DecimalText, triggerBy: Type.Optional(TriggerBy) },
  { additionalProperties: false },
)

const SlippageBps = Type.Integer({
  minimum: 1,
  maximum: 1_000,
  description: 'Maximum distance from the mark price at which a market order may execute, in basis points',
})

/**
 * Request for an order, with exactly one of `qty` and `notional`. An order that increases risk without `stopLoss`
 * gets the default stop. Paper or live is a setting of the host that no request can change.
 */
export const OrderRequest = Type.Object(
  {
    symbol: SymbolText,
    side: Side,
    type: OrderType,
    qty: Type.Optional(
      Type.Unsafe<string>({
        ...DecimalText,
        description: 'Base currency; a multiple of the lot size',
        examples: ['0.002'],
      }),
    ),
    notional: Type.Optional(
      Type.Unsafe<string>({
        ...DecimalText,
        description: 'USDT; the largest whole number of lots it buys',
        examples: ['300'],
      }),
    ),
    price: Type.Optional(Type.Unsafe<string>({ ...DecimalText, description: 'Only for LIMIT orders' })),
    triggerPrice: Type.Optional(
      Type.Unsafe<string>({
        ...DecimalText,
        description: 'Only for STOP_MARKET and TAKE_PROFIT_MARKET orders',
      }),
    ),
    triggerBy: Type.Optional(
      Type.Unsafe<Static<typeof TriggerBy>>({
        ...TriggerBy,
        description: 'Only with triggerPrice; default MARK',
      }),
    ),
    timeInForce: Type.Optional(
      Type.Unsafe<Static<typeof TimeInForce>>({
        ...TimeInForce,
        description: 'Default: IOC for MARKET orders, otherwise GTC. POST_ONLY and FOK require LIMIT orders',
      }),
    ),
    reduceOnly: Type.Boolean({ default: false }),
    positionSide: Type.Optional(PositionSide),
    stopLoss: Type.Optional(TriggerRequest),
    takeProfit: Type.Optional(TriggerRequest),
    maxSlippageBps: Type.Optional(SlippageBps),
    clientOrderId: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9_-]{1,36}$', description: 'Chosen by the client; must be unique' }),
    ),
  },
  {
    additionalProperties: false,
    examples: [{ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }],
  },
)
export type OrderRequest = Static<typeof OrderRequest>

/** Amended terms of an open order; absent members stay unchanged. */
export const AmendRequest = Type.Object(
  {
    price: Type.Optional(Type.Unsafe<string>({ ...DecimalText, description: 'Only for LIMIT orders' })),
    triggerPrice: Type.Optional(Type.Unsafe<string>({ ...DecimalText, description: 'Only for conditional orders' })),
    qty: Type.Optional(
      Type.Unsafe<string>({ ...DecimalText, description: 'Total quantity, including what has been filled' }),
    ),
  },
  { additionalProperties: false, minProperties: 1, examples: [{ price: '60500.0' }] },
)
export type AmendRequest = Static<typeof AmendRequest>

export const Trigger = Type.Object({ triggerPrice: DecimalText, triggerBy: TriggerBy })

/** Terms of an order, requested or decided. */
export const OrderTerms = Type.Object({
  symbol: SymbolText,
  instrument: Filters,
  side: Side,
  type: OrderType,
  timeInForce: TimeInForce,
  reduceOnly: Type.Boolean(),
  positionSide: PositionSide,
  qty: DecimalText,
  price: Nullable(DecimalText, 'Only for LIMIT orders'),
  triggerPrice: Nullable(DecimalText),
  triggerBy: Nullable(TriggerBy),
  effectivePriceLimit: Nullable(DecimalText, 'Worst price at which it may execute'),
  stopLoss: Nullable(Trigger, 'Stop and target of the position; null for a reduce-only order'),
  takeProfit: Nullable(Trigger),
  stopLossDefaulted: Type.Boolean({ description: 'True when no stop was requested and the default was used' }),
})

export const GateReading = Type.Object({
  gateId: Type.String(),
  code: Type.String(),
  kind: GateKind,
  enforced: Type.Boolean({ description: 'Whether a failure blocks this order; otherwise it is only recorded' }),
  pass: Type.Boolean(),
  observed: Reading,
  limit: Reading,
  unit: Type.String(),
  detail: Type.String(),
})
export type GateReading = Static<typeof GateReading>

/** Results of all gates for an order. */
export const Decision = Type.Object({
  decisionId: Nullable(Type.String(), 'Null for a preview'),
  verdict: Type.Enum(['APPROVED', 'DENIED']),
  gates: Type.Array(GateReading),
})
export type Decision = Static<typeof Decision>
export const Dispatch = Type.Object({
  state: Type.Enum(['DENIED', 'DISPATCHING', 'ACKED', 'OUTCOME_UNKNOWN', 'RESOLVED', 'ABANDONED']),
  attempts: Type.Integer(),
  signedAtMs: Nullable(Ms, 'Time of the decision to send; the request is signed when that is durable'),
  provenDeadAtMs: Nullable(Ms, 'Time after which the exchange can no longer accept what was sent'),
})

export const Order = Type.Object({
  orderId: idText('ord'),
  clientOrderId: Nullable(Type.String(), "The caller's"),
  venueClientId: Type.String({ description: 'Our order ID at the exchange' }),
  exchangeOrderId: Nullable(Type.String()),
  ...OrderTerms.properties,
  filledQty: DecimalText,
  remainingQty: DecimalText,
  avgFillPrice: Nullable(DecimalText),
  feesPaid: DecimalText,
  status: OrderStatus,
  statusReason: Nullable(Type.String()),
  dispatch: Dispatch,
  purpose: Purpose,
  origin: Origin,
  executionMode: ExecutionMode,
  positionId: Nullable(Type.String()),
  signalId: Nullable(Type.String()),
  candidateId: Nullable(Type.String()),
  exploratory: Exploratory,
  replaces: Nullable(Type.String(), 'Order that this one replaces with amended terms'),
  replacedBy: Nullable(Type.String()),
  decisionId: Type.String(),
  auditId: Type.String(),
  createdAt: At,
  updatedAt: At,
  version: Type.Integer(),
})
export type Order = Static<typeof Order>

/** Order with the results of its gates; null for an external order. */
export const DecidedOrder = Type.Object({
  ...Order.properties,
  decision: Nullable(Decision),
  effectOnPosition: Nullable(EffectOnPosition, 'Effect at the time of the decision; null for orders of the engine'),
})
export type DecidedOrder = Static<typeof DecidedOrder>

/** Preview of an order at the current state, without placing it. */
export const OrderPreview = Type.Object({
  ...OrderTerms.properties,
  executionMode: ExecutionMode,
  decision: Decision,
  notional: Type.Unsafe<string>({
    ...DecimalText,
    description: 'USDT at the worst price; for a reduce-only order, the value it can reduce',
  }),
  fee: DecimalText,
  initialMargin: DecimalText,
  maintenanceMarginAfter: Nullable(DecimalText),
  liquidationPriceAfter: Nullable(DecimalText, 'An estimate; the exchange decides'),
  lossAtStop: Nullable(DecimalText, 'Loss of this order alone at its stop, including fees of entry and exit'),
  effectOnPosition: EffectOnPosition,
  asOf: At,
})
export type OrderPreview = Static<typeof OrderPreview>

export const OrderParams = Type.Object({ orderId: idText('ord') })
export type OrderParams = Static<typeof OrderParams>

const SYMBOL_QUERY = {
  symbol: Type.Optional(SymbolText),
  symbols: Type.Optional(listText(SYMBOL, 50, 'Up to 50 symbols, comma-separated')),
}

export const OrdersQuery = Type.Object(
  {
    ...SYMBOL_QUERY,
    status: Type.Optional(
      listText(ORDER_STATUSES.join('|'), ORDER_STATUSES.length, `Of ${ORDER_STATUSES.join(', ')}; comma-separated`),
    ),
    open: Type.Optional(Type.Boolean({ description: 'true: open; false: ended' })),
    clientOrderId: Type.Optional(Type.String({ pattern: '^[A-Za-z0-9_-]{1,36}$' })),
    origin: Type.Optional(Origin),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
)
export type OrdersQuery = Static<typeof OrdersQuery>

/** Sorted by time of placement, newest first. */
export const Orders = Collection(Order)
export type Orders = Static<typeof Orders>

export const ProtectiveOrder = Type.Object({
  triggerPrice: Type.Unsafe<string>({ ...DecimalText, description: 'Requested price' }),
  triggerBy: TriggerBy,
  orderId: Nullable(Type.String(), 'Null while no stop is open'),
  status: Nullable(OrderStatus),
  qty: Nullable(DecimalText),
  standingTriggerPrice: Nullable(
    DecimalText,
    'Current price; differs from the request while a new one is placed before the old one is cancelled',
  ),
})

export const ProtectionState = Type.Enum([
  'NOT_REQUIRED',
  'PLANNED',
  'SUBMITTED',
  'ACKED',
  'VERIFIED',
  'PARTIAL',
  'LOST',
  'TRIGGERED',
  'CLOSED',
])

export const Protection = Type.Object({
  state: ProtectionState,
  stopLoss: Nullable(ProtectiveOrder),
  stopLossDefaulted: Type.Boolean(),
  takeProfit: Nullable(ProtectiveOrder),
  coveragePct: Type.Number({ description: 'Share of the quantity that verified stops cover' }),
  unprotectedSince: Nullable(At),
  verifiedAt: Nullable(At),
})

/** One lifecycle of a symbol's position, from the first fill until flat. */
export const Position = Type.Object({
  id: idText('pos'),
  symbol: SymbolText,
  instrument: Filters,
  positionSide: PositionSide,
  direction: Type.Enum(['LONG', 'SHORT']),
  status: Type.Enum([...POSITION_STATUSES]),
  qty: DecimalText,
  entryPrice: Type.String({
    ...DecimalText,
    description: 'Average of the open quantity; once closed, of all entries',
  }),
  exitPrice: Nullable(DecimalText, 'Average exit price; null while nothing was closed'),
  enteredQty: DecimalText,
  markPrice: Nullable(DecimalText, 'The entry price until a mark price has been observed; null once closed'),
  breakEvenPrice: Nullable(DecimalText, 'Including fees, funding and the closing fee; null once closed'),
  liquidationPrice: Nullable(
    DecimalText,
    'Reported by the exchange, otherwise estimated by its published formula; null when no price can liquidate it',
  ),
  leverage: DecimalText,
  marginMode: Type.Enum(['CROSS', 'ISOLATED']),
  initialMargin: DecimalText,
  maintenanceMargin: DecimalText,
  notional: Type.Unsafe<string>({ ...DecimalText, description: 'USDT at the mark price' }),
  unrealizedPnl: DecimalText,
  realizedPnl: Type.Unsafe<string>({ ...DecimalText, description: 'PnL before fees and funding' }),
  feesPaid: DecimalText,
  fundingPaid: Type.Unsafe<string>({ ...DecimalText, description: 'Negative is received' }),
  protection: Protection,
  origin: Origin,
  candidateId: Nullable(Type.String(), 'Candidate of autotrading that opened it; null for any other origin'),
  strategyId: Nullable(Type.String(), 'Strategy whose signal led to it'),
  exploratory: Exploratory,
  takenOver: Type.Boolean({ description: 'Manually traded since: autotrading no longer manages it' }),
  horizonEndsAt: Nullable(At, 'Time at which autotrading closes it, on the market’s clock'),
  executionMode: ExecutionMode,
  openedAt: At,
  updatedAt: At,
  closedAt: Nullable(At),
  version: Type.Integer(),
  source: Freshness,
})
export type Position = Static<typeof Position>

export const PositionParams = Type.Object({ id: idText('pos') })

export const PositionsQuery = Type.Object(
  {
    ...SYMBOL_QUERY,
    status: Type.Unsafe<string>({
      ...listText(POSITION_STATUSES.join('|'), POSITION_STATUSES.length, 'Of OPEN, CLOSING, CLOSED; comma-separated'),
      default: 'OPEN,CLOSING',
    }),
    ...PAGE_QUERY,
  },
  { additionalProperties: false },
)
export type PositionsQuery = Static<typeof PositionsQuery>

/** Sorted by time of opening, newest first. */
export const Positions = Collection(Position)
export type Positions = Static<typeof Positions>

/** Body of a close request; if there is none, the whole position is closed. */
export const CloseRequest = orNull(
  Type.Object(
    {
      qty: Type.Optional(
        Type.String({
          pattern: '^(ALL|-?(0|[1-9]\\d*)(\\.\\d{1,18})?)$',
          default: 'ALL',
          description: 'Base currency, or ALL',
        }),
      ),
      maxSlippageBps: Type.Optional(SlippageBps),
      reason: Type.Optional(FreeText(200, 'For the audit log')),
    },
    { additionalProperties: false, examples: [{ qty: '0.001' }] },
  ),
)
export type CloseRequest = Static<typeof CloseRequest>

export const TriggerPatch = orNull(
  Type.Object(
    { triggerPrice: Type.Optional(DecimalText), triggerBy: Type.Optional(TriggerBy) },
    { additionalProperties: false, minProperties: 1 },
  ),
)

/** Merge patch (RFC 7396): absent members stay unchanged, null removes them. */
export const ProtectionPatch = Type.Object(
  { stopLoss: Type.Optional(TriggerPatch), takeProfit: Type.Optional(TriggerPatch) },
  { additionalProperties: false, minProperties: 1, examples: [{ stopLoss: { triggerPrice: '60500.0' } }] },
)
export type ProtectionPatch = Static<typeof ProtectionPatch>
