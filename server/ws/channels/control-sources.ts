/**
 * Data sources of the control channels of the stream: the status of autotrading, and control events such as stops and
 * pauses.
 */

import type { AutotradingStatus } from '../../../contract/control.ts'
import type { ControlEvent } from '../../../contract/stream/control-event.ts'
import { SECOND_MS, toRfc3339 } from '../../core/instant.ts'
import { breakerFigure } from '../../domain/control/breakers.ts'
import { printClockChange } from '../../domain/control/clock-step.ts'
import type { Fact } from '../../engine/model/facts.ts'
import type { ControlViews } from '../../views/control-views.ts'
import { itemsJson, type LosslessSource, newsJson } from '../source.ts'

/** Control events of this run. */
export interface ControlLog {
  note(facts: readonly Fact[]): void
  /** Newest first. */
  newest(): readonly ControlEvent[]
}

/** Maximum number of stored events. */
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

/** Publishes the status of autotrading: immediately after a fact has changed it, otherwise changes once a second. */
export const autotradingStatusSource = (control: Pick<ControlViews, 'status'>): LosslessSource => {
  let publishedSign: string | undefined

  const publish = (status: AutotradingStatus): string => {
    publishedSign = computeSign(status)
    return JSON.stringify(status)
  }

  return {
    delivery: 'LOSSLESS',
    snapshot() {
      const status = control.status()
      publishedSign ??= computeSign(status)
      return JSON.stringify(status)
    },
    onFacts: (facts) => (facts.some(toControlEvent) ? publish(control.status()) : undefined),
    passing: {
      everyMs: SECOND_MS,
      poll() {
        const status = control.status()
        return computeSign(status) === publishedSign ? undefined : publish(status)
      },
    },
  }
}

/** Returns a fingerprint of the status, without the values that differ at every reading. */
const computeSign = ({ asOf: _asOf, lease, topBlockers, breakers, ...status }: AutotradingStatus): string =>
  JSON.stringify({
    ...status,
    epoch: lease.epoch,
    topBlockers: topBlockers.map(({ gateId, code, since }) => [gateId, code, since]),
    breakers: breakers.map(({ id, state, since }) => [id, state, since]),
  })

/** Returns the control event of a fact; undefined for a fact that does not concern control. */
const toControlEvent = (fact: Fact): ControlEvent | undefined => {
  const content = toStopEvent(fact) ?? toChangeEvent(fact)
  if (!content || !('atMs' in fact)) return undefined
  const by = 'by' in fact ? toActor(fact.by) : null
  return { state: null, subject: null, by, at: toRfc3339(fact.atMs), ...content }
}

type EventContent = Pick<ControlEvent, 'kind' | 'message'> & Partial<ControlEvent>

const toStopEvent = (fact: Fact): EventContent | undefined => {
  switch (fact.kind) {
    case 'latchEngaged': {
      const { stopId, code, reason, by } = fact.stop
      return { kind: 'STOP_ENGAGED', message: `Stopped (${code}): ${reason}`, subject: stopId, by: toActor(by) }
    }
    case 'stopRepeated': {
      const more = fact.flatten === 'REDUCE_ONLY' ? ', and closes positions' : ''
      return { kind: 'STOP_REPEATED', message: `The stop was requested again${more}.` }
    }
    case 'stopSwept': {
      const { cancelling, kept: retained } = fact
      const message = `Orders cancelled by the stop: ${cancelling.length}; kept: ${retained.length}.`
      return { kind: 'STOP_SWEPT', message }
    }
    case 'stopCompleted':
      return { kind: 'STOP_COMPLETED', message: 'The stop is complete: nothing is left to do.' }
    case 'latchReleased':
      return { kind: 'STOP_CLEARED', message: 'The stop was cleared.' }
    default:
      return undefined
  }
}

const toChangeEvent = (fact: Fact): EventContent | undefined => {
  switch (fact.kind) {
    case 'controlChanged':
      return stateChanged(fact)
    case 'breakerTripped': {
      const { breaker, observed, limit } = fact
      const message = `The breaker ${breaker} tripped at ${breakerFigure(breaker, observed)}; its limit is ${breakerFigure(breaker, limit)}.`
      return { kind: 'BREAKER_TRIPPED', message, subject: breaker }
    }
    case 'breakersRearmed': {
      const subject = fact.breakers.join(', ')
      return { kind: 'BREAKERS_REARMED', message: `Re-armed: ${subject}.`, subject }
    }
    case 'strategyQuarantined': {
      const { strategyId, reason } = fact
      return { kind: 'STRATEGY_QUARANTINED', message: `${strategyId} is quarantined: ${reason}`, subject: strategyId }
    }
    case 'clockStepped': {
      const { byMs, adoptedMs } = fact
      const follows = adoptedMs === 0 ? '' : `, and platform time moved by ${printClockChange(adoptedMs)}`
      const message = `The host clock was set by ${printClockChange(byMs)}${follows}. Account and market are read again.`
      return { kind: 'CLOCK_STEPPED', message }
    }
    case 'strategiesRearmed': {
      const subject = fact.strategies.join(', ')
      return { kind: 'STRATEGIES_REARMED', message: `Entries allowed again: ${subject}.`, subject }
    }
    case 'liveGrantChanged':
      return toGrantEvent(fact)
    default:
      return undefined
  }
}

const stateChanged = ({ state, reason }: Extract<Fact, { kind: 'controlChanged' }>): EventContent => ({
  kind: 'STATE_CHANGED',
  message: `${state} (${reason.code}): ${reason.message}`,
  state,
})

const toGrantEvent = ({ grant }: Extract<Fact, { kind: 'liveGrantChanged' }>): EventContent => {
  if (!grant) return { kind: 'LIVE_GRANT_ENDED', message: 'Live trading is no longer allowed.' }
  const { packetId, reason, expiresAtMs } = grant
  const message = `Live trading is allowed until ${toRfc3339(expiresAtMs)}: ${reason}`
  return { kind: 'LIVE_GRANTED', message, subject: packetId }
}

type Actor = Extract<Fact, { kind: 'controlChanged' }>['by']

const toActor = ({ type, sub }: Actor): ControlEvent['by'] => ({ type, sub })
