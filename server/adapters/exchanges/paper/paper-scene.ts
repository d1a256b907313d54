/**
 * Test scene for the paper matcher: plays moves on a market modelled as tables of levels, and records orders and deals.
 */

import type { Instant } from '../../../core/instant.ts'
import { lots, ticks } from '../../../domain/market/instrument.ts'
import { oppositeSide, type Side, sideSign, type TimeInForce } from '../../../domain/order/order.ts'
import type { MatchListener } from '../clearing/matcher.ts'
import { anOrder, openStage, type Pair, type PaperStage } from './paper-fixture.ts'

/** Next step of the scene; the picked order is one of those placed before. */
export type Move =
  | {
      readonly kind: 'place'
      readonly side: Side
      readonly price: number | null
      readonly quantity: number
      readonly timeInForce: TimeInForce
    }
  | { readonly kind: 'trade'; readonly side: Side; readonly price: number; readonly quantity: number }
  | LevelMove
  | { readonly kind: 'cancel'; readonly pick: number }
  | { readonly kind: 'reduce'; readonly pick: number; readonly quantity: number }
  | { readonly kind: 'loss' }

interface LevelMove {
  readonly kind: 'level'
  readonly side: Side
  readonly price: number
  readonly quantity: number
}

/** State of an order as known to its owner. */
export interface SentOrder {
  readonly side: Side
  readonly price: number | null
  readonly timeInForce: TimeInForce
  readonly placedMs: Instant
  /** Order quantity less what was taken off it. */
  quantity: number
  filled: number
  over: boolean
  ended: string | undefined
}

export type Deal = Parameters<MatchListener['traded']>[1] & { readonly order: SentOrder }

type Table = Record<Side, Map<number, number>>

/** Market as plain tables of levels, and the matcher that observes it. */
export interface Scene {
  readonly stage: PaperStage
  readonly sent: Map<string, SentOrder>
  readonly deals: Deal[]
  readonly levels: Table
  /** Total growth of all levels of a side. */
  readonly grown: Record<Side, number>
}

/** A move, the deals it made and the levels as they were before it. */
export interface Played {
  readonly scene: Scene
  readonly move: Move
  readonly made: readonly Deal[]
  readonly before: Table
}

/** Plays moves, each delayed by a number of milliseconds after the previous one. */
export const playAll = (
  latencyMs: number,
  moves: readonly (readonly [pauseMs: number, move: Move])[],
  check: (played: Played) => void = () => {},
): Scene => {
  const scene = openScene(latencyMs)
  let at = 1
  for (const [pauseMs, move] of moves) {
    at += pauseMs
    const before = { BUY: new Map(scene.levels.BUY), SELL: new Map(scene.levels.SELL) }
    const count = scene.deals.length
    play(scene, at, move)
    check({ scene, move, made: scene.deals.slice(count), before })
  }
  return scene
}

/** True while the order can still be filled. */
export const waits = ({ over, filled, quantity }: SentOrder): boolean => !over && filled < quantity

const openScene = (latencyMs: number): Scene => ({
  stage: openStage(latencyMs),
  sent: new Map(),
  deals: [],
  levels: {
    BUY: new Map([
      [99, 5],
      [98, 7],
    ]),
    SELL: new Map([
      [101, 4],
      [102, 6],
    ]),
  },
  grown: { BUY: 12, SELL: 10 },
})

const play = (scene: Scene, at: number, move: Move): void => {
  switch (move.kind) {
    case 'place':
      return place(scene, move)
    case 'trade':
      return scene.stage.trade(at, move.side, [move.price, move.quantity])
    case 'level':
      return change(scene, at, move)
    case 'loss':
      return lose(scene, at)
    default:
      return cancelOrReduce(scene, move)
  }
}

const place = ({ stage, sent, deals }: Scene, move: Extract<Move, { kind: 'place' }>): void => {
  const order: SentOrder = { ...move, placedMs: stage.matcher.timeMs, filled: 0, over: false, ended: undefined }
  const key = String(sent.size)
  sent.set(key, order)
  const { side, timeInForce } = move
  const price = move.price === null ? null : ticks(move.price)
  stage.matcher.place(anOrder({ key, side, price, quantity: lots(move.quantity), timeInForce }), {
    traded(_key, deal) {
      if (!waits(order)) throw new Error(`order ${key} was filled when it did not wait any more`)
      order.filled += deal.quantity
      deals.push({ ...deal, order })
    },
    rested: () => {},
    ended(_key, reason) {
      order.ended = reason
      order.over = true
    },
  })
}

/** Sets the quantity of a level; levels it crosses on the other side disappear, as in a real book. */
const change = ({ stage, levels, grown }: Scene, at: number, { side, price, quantity }: LevelMove): void => {
  const across = levels[oppositeSide(side)]
  const crossed = quantity === 0 ? [] : [...across.keys()].filter((other) => sideSign(side) * (price - other) >= 0)
  for (const gone of crossed) across.delete(gone)
  grown[side] += Math.max(0, quantity - (levels[side].get(price) ?? 0))
  if (quantity === 0) levels[side].delete(price)
  else levels[side].set(price, quantity)
  const gone = crossed.map((other): Pair => [other, 0])
  const pairs: Pair[] = [[price, quantity]]
  stage.delta(at, side === 'BUY' ? { bids: pairs, asks: gone } : { bids: gone, asks: pairs })
}

/** Breaks and restores the stream of the market. */
const lose = ({ stage, levels }: Scene, at: number): void => {
  const bids = [...levels.BUY].sort(([a], [b]) => b - a)
  const asks = [...levels.SELL].sort(([a], [b]) => a - b)
  stage.stream('lost')
  stage.stream('live')
  stage.snapshot(at, { bids, asks })
}

const cancelOrReduce = ({ stage, sent }: Scene, move: Extract<Move, { kind: 'cancel' | 'reduce' }>): void => {
  const key = String(move.pick % Math.max(1, sent.size))
  const order = sent.get(key)
  if (move.kind === 'cancel') {
    const waited = stage.matcher.cancel(key)
    if (order && waited !== waits(order)) throw new Error(`the cancel of ${key} was answered ${waited}`)
    if (order) order.over = true
    return
  }
  stage.matcher.reduce(key, lots(move.quantity))
  if (order) order.quantity = Math.max(order.filled, order.quantity - move.quantity)
}
