import type { Position } from '../../../contract/trading.ts'
import { type Instant, SECOND_MS } from '../../core/instant.ts'
import type { Fact } from '../../engine/model/facts.ts'
import { orderIdsIn, positionIdsIn } from '../../engine/state/batch.ts'
import type { TradingViews } from '../../views/trading-views.ts'
import type { LosslessSource } from '../source.ts'
import { computeSign } from './compute-sign.ts'
import { getItems, itemsJson, newestPage, newsJson } from './items-json.ts'

/** Positions of a snapshot at most. */
const POSITIONS_MAX = 200

const OPEN = { symbols: null, statuses: ['OPEN', 'CLOSING'] } as const

/** The open positions, whenever a fact or the mark has changed one, and those that have ended once more. */
export const positionsSource = (trading: Pick<TradingViews, 'position' | 'positions'>): LosslessSource => {
  const open = () => getItems(trading.positions({ ...OPEN, ...newestPage(POSITIONS_MAX) }))
  let publishedSigns: ReadonlyMap<string, string> | undefined

  /** Open positions that differ from their last published state. */
  const changed = (): readonly Position[] => {
    const before = publishedSigns
    const current = open().map((position) => ({ position, sign: computeSign(position) }))
    publishedSigns = new Map(current.map(({ position, sign }) => [position.id, sign]))
    return current.flatMap(({ position, sign }) => (before?.get(position.id) === sign ? [] : [position]))
  }

  const ended = (facts: readonly Fact[]): readonly Position[] =>
    [...new Set(facts.flatMap(positionIdsIn))]
      .flatMap((positionId) => trading.position(positionId) ?? [])
      .filter(({ status }) => status === 'CLOSED')

  return {
    delivery: 'LOSSLESS',
    snapshot(nowMs: Instant) {
      const items = open()
      publishedSigns ??= new Map(items.map((position) => [position.id, computeSign(position)]))
      return itemsJson(items, nowMs)
    },
    onFacts: (facts, nowMs) => (facts.some(isOfTrading) ? newsJson([...changed(), ...ended(facts)], nowMs) : undefined),
    passing: { everyMs: SECOND_MS, poll: (nowMs) => newsJson(changed(), nowMs) },
  }
}

const isOfTrading = (fact: Fact): boolean => orderIdsIn(fact).length > 0 || positionIdsIn(fact).length > 0
