import type { Instrument } from '../../../server/domain/market/instrument.ts'
import type { WireFill, WireFunding } from '../../exchange/account/account-book.ts'
import { printPrice, printQuantity } from '../../exchange/market/figures.ts'
import { type ExecutionParts, negated, orderOfFill, toSequence } from './execution-view.ts'
import { plainMoney, sideName } from './figures.ts'
import { executionName, orderName } from './names.ts'
import { getLinkId } from './order-view.ts'

/** Something that has moved the balance, and when. */
export type Movement =
  | { readonly kind: 'fill'; readonly atMs: number; readonly fill: WireFill }
  | { readonly kind: 'funding'; readonly atMs: number; readonly paid: WireFunding }

const SHARED = {
  category: 'linear',
  currency: 'USDT',
  transSubType: '',
  bonusChange: '',
  extraFees: '',
}

/** An entry of the transaction log. */
export const transactionView = (parts: ExecutionParts, instrument: Instrument, movement: Movement) =>
  movement.kind === 'fill' ? tradeEntry(parts, instrument, movement.fill) : settlementEntry(parts, instrument, movement)

const tradeEntry = ({ uid, book, fees }: ExecutionParts, instrument: Instrument, fill: WireFill) => {
  const order = orderOfFill(book, fill)
  return {
    ...SHARED,
    id: `${uid}_${fill.symbol}_${toSequence(fill.execId)}`,
    symbol: fill.symbol,
    side: sideName(fill.side),
    transactionTime: String(fill.executedAtMs),
    type: fill.kind === 'TRADE' ? 'TRADE' : fill.kind,
    qty: printQuantity(instrument, fill.quantity),
    size: printQuantity(instrument, fill.positionAfter),
    tradePrice: printPrice(instrument, fill.price),
    funding: '',
    fee: plainMoney(fill.fee),
    cashFlow: plainMoney(fill.realized),
    change: plainMoney(fill.realized - fill.fee),
    cashBalance: plainMoney(fill.walletAfter),
    feeRate: fill.liquidity === 'MAKER' ? fees.maker : fees.taker,
    tradeId: executionName(uid, fill.execId),
    orderId: order ? book.toWireId(order) : orderName(uid, fill.exchangeOrderId),
    orderLinkId: order ? getLinkId(order) : '',
  }
}

const settlementEntry = (
  { uid }: ExecutionParts,
  instrument: Instrument,
  { paid }: Movement & { readonly kind: 'funding' },
) => {
  const size = printQuantity(instrument, paid.positionAfter)
  const amount = plainMoney(paid.amount)
  return {
    ...SHARED,
    id: `${uid}_${paid.symbol}_${paid.settledAtMs}`,
    symbol: paid.symbol,
    side: paid.positionAfter < 0 ? 'Sell' : 'Buy',
    transactionTime: String(paid.settledAtMs),
    type: 'SETTLEMENT',
    qty: printQuantity(instrument, Math.abs(paid.positionAfter)),
    size,
    tradePrice: '',
    funding: amount,
    fee: '0',
    cashFlow: '0',
    change: amount,
    cashBalance: plainMoney(paid.walletAfter),
    feeRate: paid.positionAfter < 0 ? negated(paid.rate) : paid.rate,
    tradeId: executionName(uid, paid.fundingId),
    orderId: orderName(uid, paid.fundingId),
    orderLinkId: '',
  }
}
