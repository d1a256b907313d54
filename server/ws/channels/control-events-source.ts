import type { ControlEvent } from '../../../contract/stream/control-event.ts'
import type { Fact } from '../../engine/model/facts.ts'
import type { LosslessSource } from '../source.ts'
import { toControlEvent } from './control-event.ts'
import { itemsJson, newsJson } from './items-json.ts'

/** Control events of this run. */
export interface ControlLog {
  note(facts: readonly Fact[]): void
  /** Newest first. */
  newest(): readonly ControlEvent[]
}

/** Events that are remembered. */
const NEWEST = 50

export const createControlLog = (): ControlLog => {
  let events: readonly ControlEvent[] = []
  return {
    note(facts) {
      const news = toEvents(facts)
      if (news.length > 0) events = [...news, ...events].slice(0, NEWEST)
    },
    newest: () => events,
  }
}

/** Publishes control events, newest first. */
export const controlEventsSource = ({ newest }: Pick<ControlLog, 'newest'>): LosslessSource => ({
  delivery: 'LOSSLESS',
  snapshot: (nowMs) => itemsJson(newest(), nowMs),
  onFacts: (facts, nowMs) => newsJson(toEvents(facts), nowMs),
})

const toEvents = (facts: readonly Fact[]): ControlEvent[] =>
  facts.flatMap((fact) => toControlEvent(fact) ?? []).toReversed()
