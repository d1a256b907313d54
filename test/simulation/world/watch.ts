import { writeExact } from '../../../server/core/exact-json.ts'
import type { Fact } from '../../../server/engine/model/facts.ts'
import type { VenueRequest } from '../../../server/engine/model/venue.ts'
import type { ProcessWitness } from './engine-process.ts'
import type { Executed } from './exchange-record.ts'
import { enterFact } from './journal-books.ts'
import { reviveAfter } from './mishaps.ts'
import { add } from './totals.ts'
import type { World } from './world.ts'

/** Observer of relevant events in the engine and at the exchange. */
export interface Witness extends ProcessWitness {
  onWritten(fact: Fact, text: string): void
  onArrived(request: VenueRequest): void
  onCommitted(executed: readonly Executed[]): void
}

/** Records events, and passes them to every invariant. */
export const watch = (world: World): Witness => {
  const { evidence, invariants, totals, trace, marks } = world

  return {
    onReceived(event) {
      for (const listener of world.listening) listener(event)
    },
    onTaken(event) {
      marks.take(event)
      for (const invariant of invariants) invariant.onTaken?.(event)
    },
    onWritten(fact, text) {
      world.digest.update(text)
      trace.note(fact.kind, fact)
      for (const invariant of invariants) invariant.onFact?.(fact)
      enterFact(evidence.books, fact)
      countFact(world, fact)
    },
    onSubmitted({ submission }) {
      trace.note('-> sent', submission)
      add(totals, submission.terms.reduceOnly ? 'sent to reduce' : 'sent to increase')
      for (const invariant of invariants) invariant.onSubmitted?.(submission)
    },
    onArrived(request) {
      if (request.kind === 'cancel') return cancelArrived(world, request.venueClientId)
      if (request.kind !== 'submit') return
      const { submission } = request
      trace.note('=> arrived', submission.venueClientId)
      world.digest.update(writeExact(submission))
      for (const invariant of invariants) invariant.onArrived?.(submission)
    },
    onCommitted(executed) {
      for (const { fill } of executed) trace.note('<= executed', fill)
      add(totals, 'fills', executed.length)
      for (const invariant of invariants) invariant.onCommitted?.(executed)
    },
    onSettled(ledger) {
      for (const invariant of invariants) invariant.onSettled?.(ledger)
      marks.settle()
    },
    onAnswered(event, outcome) {
      add(totals, outcome.kind === 'refused' ? `refused ${outcome.refusal.kind}` : 'commands done')
      for (const invariant of invariants) invariant.onAnswered?.(event, outcome)
    },
    onRecovered(ledger) {
      marks.forget()
      for (const invariant of invariants) invariant.onRecovered?.(ledger)
    },
    onCrashed(how) {
      world.stop.forget()
      world.confirming.length = 0
      trace.note('** crashed', how)
      add(totals, `crash ${how}`)
      reviveAfter(world, world.process.downMs)
    },
    onFault(error) {
      evidence.violate('FAULT', error instanceof Error ? (error.stack ?? error.message) : String(error))
    },
  }
}

const cancelArrived = ({ invariants }: World, venueClientId: string): void => {
  for (const invariant of invariants) invariant.onCancelArrived?.(venueClientId)
}

/** Names of facts in the totals. */
const COUNTED: Partial<Record<Fact['kind'], string>> = {
  orderUncertain: 'outcomes unknown',
  orderResent: 'orders resent',
  orderProvenAbsent: 'orders proven absent',
  orderVanished: 'orders vanished',
  amendmentRequested: 'amendments requested',
  amendmentEnded: 'amendments without a replacement',
  orderAbandoned: 'orders abandoned',
  orderRejected: 'orders rejected',
  reportRefused: 'reports refused',
  fundingPaid: 'funding payments',
  differenceFound: 'differences found',
  walletAdjusted: 'wallet adjustments',
  stopRepeated: 'stops escalated',
  stopCompleted: 'stops completed',
  latchReleased: 'stops cleared',
}

const countFact = ({ totals }: World, fact: Fact): void => {
  const counted = COUNTED[fact.kind]
  if (counted !== undefined) add(totals, counted)
  if (fact.kind === 'orderDecided') countDecision(totals, fact)
  if (fact.kind === 'controlChanged') add(totals, `state ${fact.state}`)
  if (fact.kind === 'latchEngaged') add(totals, `latched ${fact.stop.code}`)
  if (fact.kind === 'executed' && fact.late) add(totals, 'late fills')
}

const countDecision = (totals: World['totals'], { decision }: Extract<Fact, { kind: 'orderDecided' }>): void => {
  add(totals, decision.verdict === 'APPROVED' ? 'orders approved' : 'orders denied')
  if (decision.verdict === 'APPROVED') return
  for (const { gateId, pass, enforced } of decision.readings) if (enforced && !pass) add(totals, `denied ${gateId}`)
}
