import type { Instant } from '../../core/instant.ts'
import { isUntraded, type LargeAdd, signedMove } from './large-adds.ts'
import { type MicroEvent, toPriceBand } from './micro-event.ts'
import { MICRO_RULES } from './micro-rules.ts'

/** Large adds that moved the imbalance, went soon, and are waited for to let it go back. */
export interface SpoofWatch {
  readonly suspects: LargeAdd[]
}

const SUSPECTS_MAX = 64

export const createSpoofWatch = (): SpoofWatch => ({ suspects: [] })

/** Takes up a large add that vanished, if it could be a spoof. */
export const suspectSpoof = ({ suspects }: SpoofWatch, add: LargeAdd): void => {
  if (add.goneMs - add.addedMs > MICRO_RULES.spoofLifeMs) return
  if (moveOfAdd(add) < MICRO_RULES.spoofImbalance || suspects.length >= SUSPECTS_MAX) return
  suspects.push(add)
}

/** Returns the spoofs that are settled now. A simultaneous add on one side is one spoof, on however many levels. */
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
