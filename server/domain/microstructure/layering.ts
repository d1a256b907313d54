/** Detectors of layering and spoofing, fed with large adds that vanished from the order book. */

import { type Instant, SECOND_MS } from '../../core/instant.ts'
import { isUntraded, type LargeAdd, signedMove } from './large-adds.ts'
import { type MicroEvent, toPriceBand } from './micro-event.ts'
import { MICRO_RULES } from './micro-rules.ts'
import type { MomentsReading } from './moments.ts'

/** Layering detector: withdrawn large orders in order of withdrawal, waiting for others of the same ladder. */
export interface LayerWatch {
  readonly gone: LargeAdd[]
}

/** Per-second taker volume of the last hour, by the side that was taken from. */
export type AggressionBaseline = (direction: LargeAdd['direction']) => MomentsReading

const GONE_MAX = 256

export const createLayerWatch = (): LayerWatch => ({ gone: [] })

export const suspectLayer = ({ gone }: LayerWatch, add: LargeAdd): void => {
  if (gone.length < GONE_MAX) gone.push(add)
}

/** Returns whether no further order can join the oldest one. */
export const isLayerDue = ({ gone }: LayerWatch, atMs: Instant): boolean => findDue(gone, atMs) !== undefined

/** Settles the adds that no further order can join, and returns the ladders among them. */
export const settleLayers = (
  { gone }: LayerWatch,
  atMs: Instant,
  baseline: AggressionBaseline,
): { settled: LargeAdd[]; events: MicroEvent[] } => {
  const settled: LargeAdd[] = []
  const events: MicroEvent[] = []
  for (let first = findDue(gone, atMs); first; first = findDue(gone, atMs)) {
    const near = gone.length < MICRO_RULES.layers ? [first] : findNear(first, gone)
    const ladder = findLadder(first, near)
    const isMatch = ladder.length >= MICRO_RULES.layers && isLayering(ladder, baseline)
    if (isMatch) events.push(layeringEvent(ladder))
    if (isMatch) for (const add of near) settled.push(...gone.splice(gone.indexOf(add), 1))
    else settled.push(...gone.splice(0, 1))
  }
  return { settled, events }
}

const findDue = (gone: readonly LargeAdd[], atMs: Instant): LargeAdd | undefined => {
  const first = gone[0]
  return first && atMs - first.goneMs > MICRO_RULES.layersVanishedMs ? first : undefined
}

/**
 * Returns the adds on the same side as `first` from around the same time that were withdrawn soon after it, including
 * `first`.
 */
const findNear = (first: LargeAdd, gone: readonly LargeAdd[]): readonly LargeAdd[] =>
  gone.filter(
    (add) =>
      add.direction === first.direction &&
      add.goneMs - first.goneMs <= MICRO_RULES.layersVanishedMs &&
      Math.abs(add.addedMs - first.addedMs) <= MICRO_RULES.layersAddedMs,
  )

/** Returns the adds that were placed within the time span of a ladder and form the most levels with `first`. */
const findLadder = (first: LargeAdd, around: readonly LargeAdd[]): readonly LargeAdd[] => {
  const near = around.filter(isUntraded)
  let widest: readonly LargeAdd[] = [first]
  if (near.length < MICRO_RULES.layers) return widest
  for (const { addedMs } of near) {
    if (addedMs > first.addedMs) continue
    const ladder = near.filter((add) => add.addedMs >= addedMs && add.addedMs - addedMs <= MICRO_RULES.layersAddedMs)
    if (ladder.length > widest.length && ladder.includes(first)) widest = ladder
  }
  return widest
}

const isLayering = (ladder: readonly LargeAdd[], baseline: AggressionBaseline): boolean => {
  if (new Set(ladder.map(({ price }) => price)).size < MICRO_RULES.layers) return false
  const earliest = ladder.reduce((a, b) => (b.addedMs < a.addedMs ? b : a))
  const latest = ladder.reduce((a, b) => (b.addedMs > a.addedMs ? b : a))
  const last = ladder.reduce((a, b) => (b.goneMs > a.goneMs ? b : a))
  const move = signedMove(latest.direction, earliest.imbalanceBefore, latest.imbalanceAfter)
  if (move < MICRO_RULES.layersImbalance) return false
  const z = aggressionZ(
    last.aggressionAtGone - earliest.aggressionAtAdd,
    last.goneMs - earliest.addedMs,
    baseline(last.direction),
  )
  return z >= MICRO_RULES.layersAggressionZ
}

/**
 * Z-score of the volume of a period against periods of the same length; periods shorter than a second count as one
 * second.
 */
const aggressionZ = (volume: number, lengthMs: number, { n, mean, deviation }: MomentsReading): number => {
  if (n < MICRO_RULES.momentsMin || deviation === 0) return Number.NEGATIVE_INFINITY
  const seconds = Math.max(1, lengthMs / SECOND_MS)
  return (volume - mean * seconds) / (deviation * Math.sqrt(seconds))
}

const layeringEvent = (ladder: readonly LargeAdd[]): MicroEvent => ({
  kind: 'CONSISTENT_WITH_LAYERING',
  atMs: Math.max(...ladder.map(({ goneMs }) => goneMs)),
  beganMs: Math.min(...ladder.map(({ addedMs }) => addedMs)),
  side: ladder[0]?.direction === -1 ? 'ASK' : 'BID',
  priceBand: toPriceBand(ladder.map(({ price }) => price)),
  size: ladder.reduce((sum, { size }) => sum + size, 0),
  levels: ladder.length,
})

/** Large adds that moved the imbalance and were removed soon, awaiting its reversal. */
export interface SpoofWatch {
  readonly suspects: LargeAdd[]
}

const SUSPECTS_MAX = 64

export const createSpoofWatch = (): SpoofWatch => ({ suspects: [] })

/** Adds a vanished large add to the suspects if it could be a spoof. */
export const suspectSpoof = ({ suspects }: SpoofWatch, add: LargeAdd): void => {
  if (add.goneMs - add.addedMs > MICRO_RULES.spoofLifeMs) return
  if (moveOfAdd(add) < MICRO_RULES.spoofImbalance || suspects.length >= SUSPECTS_MAX) return
  suspects.push(add)
}

/**
 * Returns the spoofs that are now settled. Simultaneous adds on one side count as one spoof, whatever the number of
 * levels.
 */
export const settleSpoofs = ({ suspects }: SpoofWatch, imbalance: number, atMs: Instant): MicroEvent[] => {
  for (const add of suspects) {
    add.reverted = Math.max(add.reverted, signedMove(add.direction, imbalance, add.imbalanceAtGone))
  }
  const groups = new Map<number, LargeAdd[]>()
  while (suspects[0] && atMs - suspects[0].goneMs > MICRO_RULES.spoofRevertMs) {
    const add = suspects.shift() as LargeAdd
    if (!isUntraded(add) || add.reverted < moveOfAdd(add) * MICRO_RULES.spoofRevertShare) continue
    const key = add.addedMs * add.direction
    groups.set(key, [...(groups.get(key) ?? []), add])
  }
  return [...groups.values()].map(spoofEvent)
}

const moveOfAdd = ({ direction, imbalanceBefore, imbalanceAfter }: LargeAdd): number =>
  signedMove(direction, imbalanceBefore, imbalanceAfter)

const spoofEvent = (adds: readonly LargeAdd[]): MicroEvent => ({
  kind: 'CONSISTENT_WITH_SPOOFING',
  atMs: Math.max(...adds.map(({ goneMs }) => goneMs)),
  beganMs: Math.min(...adds.map(({ addedMs }) => addedMs)),
  side: adds[0]?.direction === -1 ? 'ASK' : 'BID',
  priceBand: toPriceBand(adds.map(({ price }) => price)),
  size: adds.reduce((sum, { size }) => sum + size, 0),
  levels: adds.length,
})
