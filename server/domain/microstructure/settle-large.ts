import type { Instant } from '../../core/instant.ts'
import { countEvent, type EventRate } from './event-rate.ts'
import { dismissLarge, isUntraded, type LargeAdd } from './large-adds.ts'
import { isLayerDue, settleLayers, suspectLayer } from './layering.ts'
import { computeImbalance } from './level-watch.ts'
import { logEvent, type MicroEvent } from './micro-event.ts'
import { MICRO_RULES } from './micro-rules.ts'
import type { Micro } from './micro-state.ts'
import { settleSpoofs, suspectSpoof } from './spoofing.ts'
import { takenPerSecond } from './trade-flow.ts'

/** Settles the large adds after a change of the order book, and counts the findings whose time is over. */
export const settleLarge = (micro: Micro, atMs: Instant): void => {
  const { levels, spoofs, layers } = micro
  const { large } = levels
  const imbalance = computeImbalance(levels)
  for (const add of large.fresh) add.imbalanceAfter = imbalance
  large.fresh.length = 0
  for (const add of large.vanished) {
    suspectSpoof(spoofs, add)
    suspectLayer(layers, add)
  }
  large.vanished.length = 0
  if (spoofs.suspects.length > 0) {
    for (const event of settleSpoofs(spoofs, imbalance, atMs)) find(micro, micro.spoofRate, event)
  }
  if (isLayerDue(layers, atMs)) settleGone(micro, atMs)
}

const settleGone = (micro: Micro, atMs: Instant): void => {
  const baseline = (direction: LargeAdd['direction']) => takenPerSecond(micro.trades, direction, atMs)
  const { settled, events } = settleLayers(micro.layers, atMs, baseline)
  for (const add of settled) {
    enterGone(micro, add)
    dismissLarge(micro.levels.large, add)
  }
  for (const event of events) find(micro, micro.layerRate, event)
}

const enterGone = ({ levels }: Micro, add: LargeAdd): void => {
  if (!isUntraded(add)) return
  levels.flow.current.largeVanished++
  if (add.goneMs - add.addedMs <= MICRO_RULES.fleetingMs) levels.flow.current.fleeting += add.size
}

const find = (micro: Micro, rate: EventRate, event: MicroEvent): void => {
  countEvent(rate, event.atMs)
  logEvent(micro.events, event)
}
