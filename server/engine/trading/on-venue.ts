/** Dispatches events of the exchange to their handlers. */

import { assertNever } from '../../core/assert.ts'
import type { CancelOutcome, VenueEvent } from '../model/venue.ts'
import { record, type Turn } from '../state/turn.ts'
import { onTimeRead } from './clock.ts'
import { onExecution, onFunding } from './execution.ts'
import { watchNow } from './guards.ts'
import { onOrderQueried } from './order-watch.ts'
import { onAccountRead } from './reconcile.ts'
import { isAwaitingSend, noteSent, onReport, onSubmitAnswered, orderNamed } from './reports.ts'

/** Handles any event of an exchange, in any order. */
export const onVenue = (turn: Turn, event: VenueEvent): void => {
  switch (event.kind) {
    case 'submitAnswered':
      return onSubmitAnswered(turn, event.venueClientId, event.outcome)
    case 'sent':
      return noteSent(turn, orderNamed(turn, event.venueClientId))
    case 'notSent':
      return onNotSent(turn, event.venueClientId, event.reason)
    case 'cancelAnswered':
      return onCancelAnswered(turn, event.venueClientId, event.outcome)
    case 'orderQueried':
      return onOrderQueried(turn, event)
    case 'accountRead':
      return onAccountRead(turn, event.queryId, event.snapshot)
    case 'timeRead':
      return onTimeRead(turn, event.queryId, event.serverTimeMs)
    case 'report':
      noteMessage(turn)
      return onReport(turn, event.report)
    case 'fill':
      noteMessage(turn)
      return onExecution(turn, event.fill)
    case 'funding':
      noteMessage(turn)
      return onFunding(turn, event.funding)
    case 'position':
      turn.session.venuePositions.set(event.position.symbol, event.position)
      return noteMessage(turn)
    case 'heartbeat':
      return noteMessage(turn)
    case 'stream':
      return onStream(turn, event.state)
    case 'connection':
      return onConnection(turn, event.state)
    default:
      return assertNever(event)
  }
}

const noteMessage = ({ session, atMs }: Turn): void => {
  session.lastMessageAtMs = atMs
}

/** Requests a full reading, because events are not repeated after the stream was lost. */
const onStream = (turn: Turn, state: 'connected' | 'lost'): void => {
  turn.session.stream = state
  turn.session.reconciliation.dueAtMs = turn.atMs
  turn.session.reconciliation.pending = null
  noteMessage(turn)
}

/** Requests the first reading once the exchange is reached; until then, no protective order can be sent. */
const onConnection = ({ session, atMs }: Turn, state: 'awaited' | 'established'): void => {
  session.connection = state
  if (state === 'awaited') return
  session.reconciliation.beganAtMs = atMs
  session.reconciliation.dueAtMs = atMs
  session.reconciliation.pending = null
}

const onNotSent = (turn: Turn, venueClientId: string, reason: string): void => {
  const order = orderNamed(turn, venueClientId)
  if (order && isAwaitingSend(turn, order)) noteSent(turn, order)
  if (order?.status !== 'PENDING_NEW') return
  record(turn, { kind: 'orderAbandoned', orderId: order.orderId, reason, atMs: turn.atMs })
}

const onCancelAnswered = (turn: Turn, venueClientId: string, outcome: CancelOutcome): void => {
  if (outcome.kind === 'canceled') return onReport(turn, outcome.report)
  const order = orderNamed(turn, venueClientId)
  if (order && outcome.kind === 'notOpen') watchNow(turn, order.orderId)
}
