/**
 * Account topics of the Bybit stream: publishes orders, executions, positions and the wallet to authenticated
 * connections.
 */

import type { Instrument } from '../../../server/domain/market/instrument.ts'
import { isWaiting, openOrders, type WireFill, type WireOrder } from '../../exchange/account/account-book.ts'
import { computeFigures } from '../../exchange/account/account-figures.ts'
import type { AccountNews } from '../../exchange/account/fold-events.ts'
import { cutListeners, publish } from '../../exchange/server/stream-hub.ts'
import type { BybitState } from '../bybit-state.ts'
import { executionParts } from '../rest/execution-routes.ts'
import { getOwnStop } from '../stops/keep-stops.ts'
import { positionView, walletView } from '../view/account-views.ts'
import { executionView, fundingView, streamedFields, toSequence } from '../view/execution-views.ts'
import { plainMoney } from '../view/figures.ts'
import { type OrderStanding, orderView, toStanding } from '../view/order-views.ts'
import { publishLiquidation } from './market-topics.ts'

/** Names of the account topics, with and without the category suffix. */
export const ACCOUNT_TOPICS: readonly string[] = [
  'order',
  'order.linear',
  'execution',
  'execution.linear',
  'execution.fast',
  'execution.fast.linear',
  'position',
  'position.linear',
  'wallet',
]

/** Known topics without publications on the local exchange. */
export const SILENT_TOPICS: ReadonlySet<string> = new Set([
  ...['spot', 'inverse', 'option'].flatMap((category) => [`order.${category}`, `execution.${category}`]),
  'position.inverse',
  'position.option',
  'greeks',
  'dcp.future',
])

/** Publishes account events to authenticated connections. */
export const publishAccount = (state: BybitState, news: AccountNews): void => {
  switch (news.kind) {
    case 'lost':
      for (const topic of ACCOUNT_TOPICS) cutListeners(state.hub, topic)
      return
    case 'order':
      if (news.execution === 'NEW' ? isImmediate(news.order) : isOneOfMany(news)) return
      return publishInMarket(state, news)
    case 'algo':
      return publishConditional(state, news)
    case 'fill':
      return publishFill(state, news.fill)
    case 'funding':
      return publishFunding(state, news.paid.symbol)
    case 'position':
      return publishMovement(state, news.position.symbol)
    case 'moved':
      return
  }
}

/** Publishes an order; one placed or cancelled without an execution changes the order margin. */
const publishInMarket = (state: BybitState, news: AccountNews & { readonly kind: 'order' }): void => {
  const { order, execution, fill, status } = news
  publishOrder(state, order, status === 'PARTIALLY_FILLED' ? PARTLY_FILLED : toStanding(order))
  if (execution === 'CALCULATED' && fill) publishForcedFill(state, fill)
  else if (execution !== 'TRADE') publishWallet(state)
}

/** Returns whether the order is answered immediately, and therefore published only when it has ended. */
const isImmediate = ({ record, triggeredAtMs }: WireOrder): boolean =>
  triggeredAtMs > 0 || record.type !== 'LIMIT' || record.timeInForce === 'IOC' || record.timeInForce === 'FOK'

/** Returns whether further executions of the order follow in the batch; only the last one publishes the order. */
const isOneOfMany = ({ execution, fill, order }: AccountNews & { readonly kind: 'order' }): boolean =>
  execution === 'TRADE' && fill !== undefined && fill.orderFilled < order.booked.quantity

const PARTLY_FILLED: OrderStanding = {
  orderStatus: 'PartiallyFilled',
  cancelType: 'UNKNOWN',
  rejectReason: 'EC_NoError',
}

const TRIGGERED: OrderStanding = { orderStatus: 'Triggered', cancelType: 'UNKNOWN', rejectReason: 'EC_NoError' }

/** Publishes a conditional order when it is accepted, when it is triggered, and when it ends without a trigger. */
const publishConditional = (state: BybitState, { order, status }: AccountNews & { readonly kind: 'algo' }): void => {
  if (status === 'TRIGGERING') publishOrder(state, order, TRIGGERED)
  else if (status !== 'TRIGGERED' && status !== 'FINISHED') publishOrder(state, order)
}

const findInstrument = ({ book }: BybitState, symbol: string): Instrument | undefined => book.instruments.get(symbol)

/** {"id":"5923240c6880ab-c59f-420b-9adb-3639adc9dd90","topic":"order","creationTime":1672364262474,"data":[{"category":"linear",…}]} */
const publishMessage = (
  state: BybitState,
  topic: string,
  message: { readonly id: string; readonly data: object },
): void => {
  const creationTime = state.clock()
  for (const name of [topic, `${topic}.linear`]) {
    publish(state.hub, name, () => ({ id: message.id, topic: name, creationTime, data: [message.data] }))
  }
}

const messageId = ({ uid, clock }: BybitState, symbol: string): string => `${uid}_${symbol}_${clock()}`

/** Publishes an order in its current state, or in an earlier, momentary one. */
const publishOrder = (state: BybitState, order: WireOrder, standing = toStanding(order)): void => {
  const instrument = findInstrument(state, order.record.symbol)
  if (!instrument) return
  const data = {
    category: 'linear',
    ...orderView(state.book, instrument, order, standing),
    closedPnl: plainMoney(order.booked.realized),
    feeCurrency: '',
  }
  publishMessage(state, 'order', { id: messageId(state, order.record.symbol), data })
}

const publishFill = (state: BybitState, fill: WireFill): void => {
  const instrument = findInstrument(state, fill.symbol)
  if (!instrument) return
  const data = { ...streamedFields(fill.realized), ...executionView(executionParts(state), instrument, fill) }
  const { category, symbol, orderId, isMaker, orderLinkId, side, execId, execPrice, execQty, execTime, seq } = data
  const id = `${state.uid}_${symbol}_${seq}`
  publishMessage(state, 'execution', { id, data })
  const fast = { category, symbol, execId, execPrice, execQty, orderId, isMaker, orderLinkId, side, execTime, seq }
  publishMessage(state, 'execution.fast', { id, data: fast })
}

const publishForcedFill = (state: BybitState, fill: WireFill): void => {
  publishFill(state, fill)
  const instrument = findInstrument(state, fill.symbol)
  if (instrument) publishLiquidation(state.hub, instrument, { ...fill, liquidatedAtMs: fill.executedAtMs })
}

const publishFunding = (state: BybitState, symbol: string): void => {
  const instrument = findInstrument(state, symbol)
  const paid = state.book.funding.findLast((one) => one.symbol === symbol)
  if (!instrument || !paid) return
  const data = { ...streamedFields(0n), ...fundingView(executionParts(state), instrument, paid) }
  publishMessage(state, 'execution', { id: `${state.uid}_${symbol}_${toSequence(String(paid.settledAtMs))}`, data })
}

/** Publishes a changed position, its stops (which have its size), and the wallet. */
const publishMovement = (state: BybitState, symbol: string): void => {
  publishPosition(state, symbol)
  for (const order of openOrders(state.book, symbol))
    if (getOwnStop(order) && isWaiting(order)) publishOrder(state, order)
  publishWallet(state)
}

/** Publishes a position in its current state, with its leverage and its stops. */
export const publishPosition = (state: BybitState, symbol: string): void => {
  const figures = computeFigures(state, state.reportedPositions.values()).find(
    ({ instrument }) => instrument.symbol === symbol,
  )
  if (!figures) return
  const { avgPrice, ...view } = positionView(state, figures)
  publishMessage(state, 'position', {
    id: messageId(state, symbol),
    data: { category: 'linear', ...view, entryPrice: avgPrice },
  })
}

const publishWallet = (state: BybitState): void =>
  publish(state.hub, 'wallet', () => ({
    id: messageId(state, 'wallet'),
    topic: 'wallet',
    creationTime: state.clock(),
    data: [
      walletView(state.book, {
        wallet: state.book.wallet,
        symbols: computeFigures(state, state.reportedPositions.values()),
      }),
    ],
  }))
