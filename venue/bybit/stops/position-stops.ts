/** Stop loss and take profit levels of Bybit positions: stored by symbol, and updated by executions. */

import { readExact, writeExact } from '../../../server/core/exact-json.ts'
import type { AccountBook, WireFill } from '../../exchange/account/account-book.ts'
import { NO_STOPS, type StopLevel, type StopLevels } from '../../exchange/account/wire-record.ts'
import type { WireStore } from '../../exchange/ports.ts'
import { orderOfFill } from '../view/execution-views.ts'

/** Reads the stored levels, and applies the executions that were not processed before the program ended. */
export const openPositionStops = (store: WireStore, book: AccountBook): PositionStops => {
  const stored = [...store.readSettings()].flatMap(([name, value]) =>
    name.startsWith(PREFIX) ? [[name.slice(PREFIX.length), readExact(value) as StoredLevels] as const] : [],
  )
  const stops: PositionStops = { store, bySymbol: new Map(stored) }
  catchUp(stops, book)
  return stops
}

/** Prices at which a position is closed, and the newest execution applied to them. */
interface StoredLevels {
  readonly levels: StopLevels
  readonly through: string
}

/** Levels of all positions, as stored on disk. */
export interface PositionStops {
  readonly store: WireStore
  readonly bySymbol: Map<string, StoredLevels>
}

const PREFIX = 'bybit stops '
const NOTHING: StoredLevels = { levels: NO_STOPS, through: '0' }

/** Applies the executions that have not been applied yet. */
export const catchUp = (stops: PositionStops, book: AccountBook): void => {
  for (const fill of book.fills) applyFill(stops, book, fill)
}

/** Returns the prices at which the position in a symbol is closed. */
export const levelsIn = ({ bySymbol }: PositionStops, symbol: string): StopLevels =>
  (bySymbol.get(symbol) ?? NOTHING).levels

/** Replaces the levels of a position; they are durable when this returns. */
export const setLevels = ({ store, bySymbol }: PositionStops, symbol: string, levels: StopLevels): void => {
  const { through } = bySymbol.get(symbol) ?? NOTHING
  const stored = { levels, through }
  bySymbol.set(symbol, stored)
  store.putSetting(`${PREFIX}${symbol}`, writeExact(stored))
}

/** Applies an execution to the levels, once; returns whether they have changed. */
export const applyFill = (stops: PositionStops, book: AccountBook, fill: WireFill): boolean => {
  const { symbol, execId } = fill
  const { levels, through } = stops.bySymbol.get(symbol) ?? NOTHING
  if (BigInt(execId) <= BigInt(through)) return false
  stops.bySymbol.set(symbol, { levels, through: execId })
  const next = levelsAfter(levels, fill, attachedTo(book, fill))
  if (isSame(next, levels)) return false
  setLevels(stops, symbol, next)
  return true
}

/** Levels attached to an order: its first execution applies them to the position. */
const attachedTo = (book: AccountBook, fill: WireFill): StopLevels =>
  fill.orderFilled === fill.quantity ? (orderOfFill(book, fill)?.record.bybit?.attached ?? NO_STOPS) : NO_STOPS

type Moved = Pick<WireFill, 'side' | 'quantity' | 'positionAfter'>

/**
 * Returns the levels after an execution: none without a position, none of the previous ones after a reversal, and the
 * attached levels if the execution increased the position.
 */
export const levelsAfter = (levels: StopLevels, fill: Moved, attached: StopLevels): StopLevels => {
  const { side, quantity, positionAfter } = fill
  if (positionAfter === 0) return NO_STOPS
  const before = side === 'BUY' ? positionAfter - quantity : positionAfter + quantity
  const left = before * positionAfter < 0 ? NO_STOPS : levels
  if (positionAfter > 0 !== (side === 'BUY')) return left
  return { stopLoss: attached.stopLoss ?? left.stopLoss, takeProfit: attached.takeProfit ?? left.takeProfit }
}

/** Returns whether two sets of levels are equal. */
export const isSame = (a: StopLevels, b: StopLevels): boolean =>
  isSameLevel(a.stopLoss, b.stopLoss) && isSameLevel(a.takeProfit, b.takeProfit)

export const isSameLevel = (a: StopLevel | null, b: StopLevel | null): boolean =>
  a?.price === b?.price && a?.by === b?.by
