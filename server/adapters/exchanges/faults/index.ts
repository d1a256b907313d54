/**
 * Fault injection between the engine and an exchange: lost, late and duplicated responses, stream gaps, pauses, rate
 * limits.
 */

import { drawDuration, type TimedFault } from '../../../core/fault-plan.ts'
import type { Random } from '../../../core/random.ts'
import type { ExecutionVenue, VenueSink } from '../../../engine/model/ports.ts'
import type { VenueEvent, VenueRequest } from '../../../engine/model/venue.ts'
import type { Interference } from '../clearing/interference.ts'
import { answerUnknown, createOutbox, type Outbox } from '../clearing/outbox.ts'
import { type AnswerFate, answerKey, drawFate, type FaultPlan, happens, requestKey } from './fault-plan.ts'

/** Wraps an exchange so that the faults of a plan affect its requests, responses and events. */
export const withFaults = (venue: ExecutionVenue, plan: FaultPlan, parts: FaultParts): ExecutionVenue => {
  const wire: Wire = {
    ...parts,
    venue,
    plan,
    awaited: new Map(),
    under: { pause: false, streamGap: false, rateLimitStorm: false },
    paused: [],
    outbox: createOutbox(HELD_MAX),
    overtaken: undefined,
    sink: undefined,
    faultless: false,
    retrying: false,
    closed: false,
  }
  return {
    open(sink) {
      wire.sink = sink
      if (plan.untilMs !== null) parts.schedule(plan.untilMs, () => mend(wire))
      venue.open({
        offer(event) {
          receive(wire, event)
          return true
        },
      })
    },
    send: (request) => send(wire, request),
    close() {
      wire.closed = true
      return venue.close()
    },
  }
}

export { type FaultPlan, NO_FAULTS, parseFaultPlan } from './fault-plan.ts'

export interface FaultParts {
  /** Source of every draw, so that the same draws give the same faults. */
  readonly random: Random
  /** Runs a task after the delay, never within the call. */
  readonly schedule: (delayMs: number, task: () => void) => void
  /** Makes stops vanish; without it they do not. */
  readonly interfere?: (deed: Interference) => void
  /** Called for each request that is refused because of too many requests. */
  readonly onThrottled?: (refusal: 'http429' | 'venueCode') => void
}

type TimedFaultName = 'pause' | 'streamGap' | 'rateLimitStorm'

const HELD_MAX = 50_000
const RETRY_MS = 10
const REORDER_MS = 50
const VANISH: TimedFault = { probability: 1, fromMs: 1_000, toMs: 2_000 }

/** Connection to the wrapped exchange, with the faults in effect. */
interface Wire extends FaultParts {
  readonly venue: ExecutionVenue
  readonly plan: FaultPlan
  readonly awaited: Map<string, { readonly request: VenueRequest; readonly fate: AnswerFate }[]>
  readonly under: Record<TimedFaultName, boolean>
  readonly paused: VenueEvent[]
  readonly outbox: Outbox
  overtaken: VenueEvent | undefined
  sink: VenueSink | undefined
  faultless: boolean
  retrying: boolean
  closed: boolean
}

const mend = (wire: Wire): void => {
  wire.faultless = true
  wire.under.rateLimitStorm = false
}

const send = (wire: Wire, request: VenueRequest): void => {
  const { venue, plan, random } = wire
  if (wire.closed) return
  if (wire.faultless) return venue.send(skewed(request, plan))
  beginSpell(wire, 'pause')
  if (beginSpell(wire, 'rateLimitStorm')) {
    wire.onThrottled?.(request.kind === 'submit' ? 'venueCode' : 'http429')
    return publishLater(wire, 0, createRefusal(request))
  }
  const { arrives, answer } = drawFate(request, plan, random)
  if (arrives) {
    const key = requestKey(request)
    wire.awaited.set(key, [...(wire.awaited.get(key) ?? []), { request, fate: answer }])
    venue.send(skewed(request, plan))
  } else if (answer.kind === 'replaced') {
    publishLater(wire, answer.afterMs, answerUnknown(request, answer.reason))
  }
}

/** Returns the request as it appears to an exchange with a fast clock: signed earlier by the skew. */
const skewed = (request: VenueRequest, { clockSkewMs }: FaultPlan): VenueRequest => {
  if (request.kind !== 'submit' || clockSkewMs === 0) return request
  const { submission } = request
  return { ...request, submission: { ...submission, signedAtMs: submission.signedAtMs - clockSkewMs } }
}

const createRefusal = (request: VenueRequest): VenueEvent => {
  if (request.kind !== 'submit') return answerUnknown(request, 'the exchange returned 429')
  const rejection = { code: '-1003', category: 'RATE_LIMIT' as const, message: 'Too many requests.' }
  const { venueClientId } = request.submission
  return { kind: 'submitAnswered', venueClientId, outcome: { kind: 'rejected', rejection } }
}

/** Returns whether a fault period is in effect; it may begin here. */
const beginSpell = (wire: Wire, name: TimedFaultName): boolean => {
  const timedFault = wire.plan[name]
  if (wire.under[name]) return true
  if (wire.faultless || !happens(timedFault.probability, wire.random)) return false
  wire.under[name] = true
  wire.schedule(drawDuration(timedFault, wire.random), () => endSpell(wire, name))
  return true
}

const endSpell = (wire: Wire, name: TimedFaultName): void => {
  wire.under[name] = false
  if (name === 'streamGap') {
    publish(wire, { kind: 'stream', state: 'lost' })
    publish(wire, { kind: 'stream', state: 'connected' })
  }
  if (name === 'pause') for (const event of wire.paused.splice(0)) pass(wire, event)
}

const receive = (wire: Wire, event: VenueEvent): void => {
  if (wire.under.pause && wire.paused.length < HELD_MAX) wire.paused.push(event)
  else pass(wire, event)
}

const pass = (wire: Wire, event: VenueEvent): void => {
  makeVanish(wire, event)
  const key = answerKey(event)
  if (key === undefined) passStream(wire, event)
  else passAnswer(wire, key, event)
}

const makeVanish = (wire: Wire, event: VenueEvent): void => {
  const { interfere, plan, random } = wire
  if (!interfere || wire.faultless || event.kind !== 'submitAnswered' || event.outcome.kind !== 'accepted') return
  const { venueClientId, outcome } = event
  if (outcome.report.status !== 'UNTRIGGERED' || !happens(plan.stopsVanish, random)) return
  wire.schedule(drawDuration(VANISH, random), () => {
    if (!wire.closed) interfere({ kind: 'vanishOrder', venueClientId })
  })
}

const passAnswer = (wire: Wire, key: string, answered: VenueEvent): void => {
  const event = answered.kind === 'timeRead' ? withSkew(answered, wire.plan) : answered
  const [awaited, ...others] = wire.awaited.get(key) ?? []
  if (others.length > 0) wire.awaited.set(key, others)
  else wire.awaited.delete(key)
  const fate: AnswerFate = awaited?.fate ?? { kind: 'delivered' }
  switch (fate.kind) {
    case 'delivered':
      return publish(wire, event)
    case 'silent':
      return
    case 'replaced':
      return awaited && publishLater(wire, fate.afterMs, answerUnknown(awaited.request, fate.reason))
    case 'delayed':
      return publishLater(wire, fate.byMs, event)
    case 'doubled':
      publish(wire, event)
      return publishLater(wire, fate.afterMs, event)
  }
}

const withSkew = (event: Extract<VenueEvent, { kind: 'timeRead' }>, { clockSkewMs }: FaultPlan): VenueEvent => ({
  ...event,
  serverTimeMs: event.serverTimeMs === null ? null : event.serverTimeMs + clockSkewMs,
})

const passStream = (wire: Wire, event: VenueEvent): void => {
  const { plan, random } = wire
  if (event.kind === 'stream') return publish(wire, event)
  if (beginSpell(wire, 'streamGap')) return
  const overtaken = wire.overtaken
  wire.overtaken = undefined
  if (overtaken === undefined && !wire.faultless && happens(plan.streamReordered, random)) return holdBack(wire, event)
  publish(wire, event)
  if (!wire.faultless && happens(plan.streamDuplicated, random)) publish(wire, event)
  if (overtaken) publish(wire, overtaken)
}

/** Delays an event until after the next one, or for a moment if there is none. */
const holdBack = (wire: Wire, event: VenueEvent): void => {
  wire.overtaken = event
  wire.schedule(REORDER_MS, () => {
    if (wire.overtaken !== event) return
    wire.overtaken = undefined
    publish(wire, event)
  })
}

const publishLater = (wire: Wire, delayMs: number, event: VenueEvent): void =>
  wire.schedule(delayMs, () => publish(wire, event))

const publish = (wire: Wire, event: VenueEvent): void => {
  wire.outbox.push(event)
  if (!wire.retrying) deliver(wire)
}

const deliver = (wire: Wire): void => {
  wire.retrying = false
  if (wire.closed || !wire.sink) return
  wire.outbox.drain(wire.sink)
  if (wire.outbox.isEmpty) return
  wire.retrying = true
  wire.schedule(RETRY_MS, () => deliver(wire))
}
