import type { Instant } from '../../../server/core/instant.ts'
import type { ExecutionVenue } from '../../../server/engine/model/ports.ts'
import type { VenueEvent, VenueRequest } from '../../../server/engine/model/venue.ts'
import type { Draw } from './draw.ts'
import type { Wrong } from './faults.ts'
import type { Scheduler } from './scheduler.ts'

const LATENCY_MIN_MS = 1
const LATENCY_MAX_MS = 40

/** Events that are answers and arrive in any order; events of the private stream arrive in sequence. */
const ANSWERS: ReadonlySet<VenueEvent['kind']> = new Set([
  'submitAnswered',
  'notSent',
  'cancelAnswered',
  'orderQueried',
  'accountRead',
  'timeRead',
])

export interface LinkParts {
  readonly scheduler: Scheduler
  readonly draw: Draw
  readonly wrong: Wrong
  /** Returns a new wire to the exchange, with its faults. */
  readonly createWire: () => ExecutionVenue
}

/** Connection to an exchange with delays: a request outlives its sender, a response does not. */
export interface Link {
  send(request: VenueRequest): void
  /** Delivers all further events to the listener; events in flight to an earlier listener are lost. */
  connect(onEvent: (event: VenueEvent) => void): void
  disconnect(): void
}

export const createLink = ({ scheduler, draw, wrong, createWire }: LinkParts): Link => {
  let connection = 0
  let streamAtMs: Instant = 0
  let wire = createWire()
  const latency = (): number => draw.whole(LATENCY_MIN_MS, LATENCY_MAX_MS)
  const nextArrival = ({ kind }: VenueEvent): Instant => {
    const arrivesAtMs = scheduler.nowMs + latency()
    if (ANSWERS.has(kind)) return arrivesAtMs
    streamAtMs = Math.max(streamAtMs, arrivesAtMs)
    return streamAtMs
  }

  return {
    send(request) {
      const used = wire
      const { probability, fromMs, toMs } = wrong.requestDelayed
      const delayMs = probability > 0 && draw.chance(probability) ? draw.whole(fromMs, toMs) : 0
      scheduler.after(latency() + delayMs, () => used.send(request))
    },
    connect(onEvent) {
      const mine = ++connection
      wire = createWire()
      wire.open({
        offer(event) {
          scheduler.at(nextArrival(event), () => mine === connection && onEvent(event))
          return true
        },
      })
    },
    disconnect() {
      connection++
    },
  }
}
