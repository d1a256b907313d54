import type { ExecutionVenue, VenueSink } from '../../../server/engine/model/ports.ts'
import type { VenueRequest } from '../../../server/engine/model/venue.ts'
import type { Draw } from './draw.ts'
import type { Exchange } from './exchange.ts'
import type { Wrong } from './faults.ts'
import type { Scheduler } from './scheduler.ts'

export interface ServerParts {
  readonly exchange: Exchange
  readonly scheduler: Scheduler
  readonly draw: Draw
  readonly wrong: Wrong
  readonly transformRequest: (request: VenueRequest) => readonly VenueRequest[]
  readonly onArrived: (request: VenueRequest) => void
}

/** Entry point of requests to the exchange; it keeps the subscribers, since the exchange itself may go down. */
export interface Gateway extends ExecutionVenue {
  readonly sink: VenueSink | undefined
}

export const createGateway = (parts: ServerParts): Gateway => {
  const { exchange, transformRequest, onArrived } = parts
  let sink: VenueSink | undefined
  return {
    get sink() {
      return sink
    },
    open(listener) {
      sink = listener
      exchange.open(listener)
    },
    send(request) {
      for (const arriving of transformRequest(request)) {
        onArrived(arriving)
        letIn(parts, arriving)
      }
    },
    close: () => {},
  }
}

/** Checks the age of a request on arrival, before any further wait. */
const letIn = ({ exchange, scheduler, draw, wrong }: ServerParts, request: VenueRequest): void => {
  const { probability, fromMs, toMs } = wrong.slowMatching
  if (request.kind !== 'submit' || probability === 0 || !draw.chance(probability)) return exchange.send(request)
  const waitMs = draw.whole(fromMs, toMs)
  const { submission } = request
  const signedAtMs = submission.signedAtMs + waitMs
  scheduler.after(waitMs, () => exchange.send({ kind: 'submit', submission: { ...submission, signedAtMs } }))
}
