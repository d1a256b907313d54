/**
 * Stop orders of Bybit positions: keeps them in line with the stored price levels, and replaces, cancels and identifies
 * them.
 */

import { lots } from '../../../server/domain/market/instrument.ts'
import type { Side } from '../../../server/domain/order/order.ts'
import type { Rejection } from '../../../server/engine/model/venue.ts'
import {
  forgetOrder,
  isWaiting,
  openOrders,
  positionIn,
  positionSize,
  type WireOrder,
} from '../../exchange/account/account-book.ts'
import { ExchangeDown, sendCancel, sendOrder } from '../../exchange/account/order-desk.ts'
import { NO_STOPS, type StopLevel, type WireOrderTerms } from '../../exchange/account/wire-record.ts'
import { loseOrderAtRandom } from '../../exchange/faults/wire-faults.ts'
import type { BybitState } from '../bybit-state.ts'
import { getLastPrice } from '../rest/listing-for.ts'
import { isSameLevel, levelsIn, setLevels } from './position-stops.ts'

/**
 * Reconciles the position's own stops with the stored levels: places missing ones, replaces one whose price has
 * changed, and cancels those no longer wanted. Runs one pass at a time for each symbol. Returns why a stop was
 * refused, if one was.
 */
export const keepStops = (state: BybitState, symbol: string): Promise<Rejection | undefined> => {
  const before = state.runningStops.get(symbol) ?? Promise.resolve(undefined)
  const turn = before.catch(() => undefined).then(() => alignStops(state, symbol))
  state.runningStops.set(symbol, turn)
  return turn
}

type OwnStop = 'StopLoss' | 'TakeProfit'

/** Level field for each of a position's own stops. */
export const LEVEL_OF = { StopLoss: 'stopLoss', TakeProfit: 'takeProfit' } as const satisfies Record<OwnStop, string>

/** Returns which of the position's own stops an order is; undefined if it is not one of them. */
export const getOwnStop = ({ record }: WireOrder): OwnStop | undefined => {
  const type = record.bybit?.stopOrderType
  return type === 'StopLoss' || type === 'TakeProfit' ? type : undefined
}

const alignStops = async (state: BybitState, symbol: string): Promise<Rejection | undefined> => {
  const refused = await alignStop(state, symbol, 'StopLoss')
  return (await alignStop(state, symbol, 'TakeProfit')) ?? refused
}

const alignStop = async (state: BybitState, symbol: string, type: OwnStop): Promise<Rejection | undefined> => {
  const level = levelsIn(state.stops, symbol)[LEVEL_OF[type]]
  const side = closingSide(state, symbol)
  const open = openOrders(state.book, symbol).filter((order) => getOwnStop(order) === type && isWaiting(order))
  const isWanted = ({ record }: WireOrder): boolean =>
    record.side === side && record.triggerPrice === level?.price && record.workingType === level?.by
  const matching = open.find(isWanted)
  const others = open.filter((order) => order !== matching)
  if (level === null || side === null) {
    await Promise.all(others.map((order) => sendCancel(state.desk, order)))
    return undefined
  }
  const refused = matching ? undefined : await placeStop(state, { symbol, type, level, side, replaces: others[0] })
  if (!refused) await Promise.all(others.map((order) => retire(state, order)))
  return refused
}

const closingSide = ({ book }: BybitState, symbol: string): Side | null => {
  const { quantity } = positionIn(book, symbol)
  return quantity === 0 ? null : quantity > 0 ? 'SELL' : 'BUY'
}

/** Cancels an order that was replaced, without publishing it. */
export const retire = async ({ desk, book }: BybitState, order: WireOrder): Promise<void> => {
  forgetOrder(book, order)
  const outcome = await sendCancel(desk, order)
  if (outcome.kind === 'canceled') desk.store.removeRecord(order.record.key)
}

/** Cancels orders whose replacement was placed before the program ended. */
export const retireReplaced = async (state: BybitState): Promise<void> => {
  const { book } = state
  const replaced = openOrders(book).filter((order) => book.keyOfOrder.get(book.toWireId(order)) !== order.record.key)
  await Promise.all(replaced.map((order) => retire(state, order)))
}

interface WantedStop {
  readonly symbol: string
  readonly type: OwnStop
  readonly level: StopLevel
  readonly side: Side
  readonly replaces: WireOrder | undefined
}

const placeStop = async (state: BybitState, wanted: WantedStop): Promise<Rejection | undefined> => {
  const { symbol, type, level } = wanted
  const sent = await sendOrder(state.desk, { terms: stopTerms(state, wanted), clientId: '', isAlgo: true })
  if (sent.kind === 'unknown') throw new ExchangeDown('a stop cannot be placed')
  if (sent.kind === 'accepted') {
    loseOrderAtRandom(state, sent.order, () => dropLevel(state, symbol, type, level))
    return undefined
  }
  if (sent.kind === 'rejected' && sent.rejection.category === 'WOULD_TRIGGER') return closeAtOnce(state, wanted)
  return sent.kind === 'rejected' && sent.rejection.category !== 'REDUCE_ONLY' ? sent.rejection : undefined
}

/** Closes the position immediately when the price is already beyond the level. */
const closeAtOnce = async (state: BybitState, wanted: WantedStop): Promise<undefined> => {
  const terms = stopTerms(state, wanted)
  const now: WireOrderTerms = {
    ...terms,
    type: 'MARKET',
    quantity: positionSize(state.book, wanted.symbol),
    triggerPrice: null,
  }
  dropLevel(state, wanted.symbol, wanted.type, wanted.level)
  await sendOrder(state.desk, { terms: now, clientId: '', isAlgo: false })
}

/** Removes a level, unless it has been replaced meanwhile. */
export const dropLevel = ({ stops }: BybitState, symbol: string, type: OwnStop, level: StopLevel): void => {
  const levels = levelsIn(stops, symbol)
  const field = LEVEL_OF[type]
  if (isSameLevel(levels[field], level)) setLevels(stops, symbol, { ...levels, [field]: null })
}

const stopTerms = (
  { board, book }: BybitState,
  { symbol, type, level, side, replaces }: WantedStop,
): WireOrderTerms => {
  const entry = board.listings.get(symbol)?.entry
  const isStop = type === 'StopLoss'
  return {
    symbol,
    side,
    type: isStop ? 'STOP_MARKET' : 'TAKE_PROFIT_MARKET',
    timeInForce: 'IOC',
    quantity: lots(0),
    price: null,
    triggerPrice: level.price,
    workingType: level.by,
    reduceOnly: true,
    closePosition: true,
    priceProtect: false,
    bybit: {
      stopOrderType: type,
      triggerDirection: isStop === (side === 'BUY') ? 1 : 2,
      closeOnTrigger: true,
      attached: NO_STOPS,
      lastPrice: (entry && getLastPrice(entry)) ?? null,
      replaces: replaces ? book.toWireId(replaces) : null,
    },
  }
}
