import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { Flatten, StopCode } from '../../domain/control/stop.ts'
import { HOST } from '../model/actors.ts'
import type { Actor, Command, CommandOutcome, Instructed, StopOrder } from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import type { ControlBooks } from '../state/control-state.ts'
import type { Session } from '../state/session.ts'
import { engageSwitch, type StopSwitch } from '../state/stop-switch.ts'
import { createStopRepeats } from './stop-repeats.ts'
import { createWaiting } from './waiting.ts'

/** What somebody who may stop asks for. */
export interface StopInput {
  readonly actor: Actor
  readonly requestId: string | null
  readonly reason: string | null
  readonly flatten: Flatten
}

type PauseInput = Omit<StopInput, 'flatten'>

/** What a stop came to by the time its answer was due; how far the sweep is, the views tell. */
export interface StopTaken {
  readonly stop: StopOrder
  readonly alreadyLatched: boolean
  /** How long it took to hold in memory, and to be durable; null while it is not. */
  readonly latchedMs: number
  readonly durableMs: number | null
  readonly auditId: Id<'aud'>
}

/** What a pause came to. */
export type PauseTaken = Extract<CommandOutcome, { kind: 'pauseTaken' }> & {
  readonly atMs: Instant
  readonly auditId: Id<'aud'>
}

/** Where authority is taken from the engine. There is no way here to give it any. */
export interface ControlDesk {
  /**
   * From the moment this is called no increasing order leaves. Resolves when the sweep is complete, or after
   * `ANSWER_WITHIN_MS` whatever the exchange, the disk and the engine do; never rejects.
   */
  stop(request: StopInput): Promise<StopTaken>
  /** Resolves when it is durable and resting entries are taken back, or after a while; rejects when the engine has ended. */
  pause(request: PauseInput): Promise<PauseTaken>
}

export interface ControlDeskParts {
  readonly books: ControlBooks
  readonly session: Session
  readonly stopSwitch: StopSwitch
  readonly submit: (command: Command) => Promise<CommandOutcome>
  readonly ids: {
    readonly stop: () => Id<'stp'>
    readonly audit: () => Id<'aud'>
  }
  readonly now: () => Instant
  /** Never runs backwards; for durations. */
  readonly monotonic: () => number
  readonly delay: (ms: number, task: () => void) => void
}

export interface OpenControlDesk extends ControlDesk {
  /** What stopped the engine outside of any request: the file, or a signal. */
  stopFor(code: StopCode, reason: string): Promise<StopTaken>
  onFacts(facts: readonly Fact[]): void
}

/** The caller gets an answer by then; the sweep goes on. */
const ANSWER_WITHIN_MS = 2_400
const PAUSE_WITHIN_MS = 2_000

export const openControlDesk = (parts: ControlDeskParts): OpenControlDesk => {
  const { books, session, stopSwitch, submit, ids, now, monotonic, delay } = parts
  const waiting = createWaiting(delay)

  const take = async (code: StopCode, { flatten, ...request }: StopInput): Promise<StopTaken> => {
    const since = monotonic()
    const { latch } = books
    const instructed: Instructed = { ...request, idempotency: null, auditId: ids.audit() }
    const alreadyLatched = latch !== null || stopSwitch.engaged !== null
    const stop = engageSwitch(
      stopSwitch,
      latch ?? newStop({ code, flatten, instructed, stopId: ids.stop(), atMs: now() }),
    )
    const latchedMs = monotonic() - since
    let durableMs: number | null = null
    const swept = submit({ kind: 'emergencyStop', stop, flatten, instructed })
      .then(() => {
        if (session.storeFailure === null) durableMs = monotonic() - since
        return waiting.until(() => session.sweep.complete, ANSWER_WITHIN_MS)
      })
      .catch(() => {})
    await Promise.race([swept, new Promise<void>((resolve) => delay(ANSWER_WITHIN_MS, resolve))])
    return { stop: books.latch ?? stop, alreadyLatched, latchedMs, durableMs, auditId: instructed.auditId }
  }

  const repeats = createStopRepeats<StopInput, StopTaken>({
    take: (request) => take('EMERGENCY_STOP', request),
    monotonic,
    delay,
  })

  return {
    stop: (request) => (books.latch ? repeats.stop(request) : take('EMERGENCY_STOP', request)),
    stopFor: (code, reason) => take(code, { actor: HOST, requestId: null, reason, flatten: 'NONE' }),
    async pause(request) {
      const instructed: Instructed = { ...request, idempotency: null, auditId: ids.audit() }
      const outcome = await submit({ kind: 'pause', instructed })
      if (outcome.kind !== 'pauseTaken') throw new Error(`A pause came to ${outcome.kind}`)
      const atMs = now()
      const { auditId } = instructed
      await waiting.until(() => !session.owed.some((due) => due.instructed.auditId === auditId), PAUSE_WITHIN_MS)
      return { ...outcome, atMs, auditId }
    },
    onFacts(facts) {
      if (facts.length > 0) waiting.check()
    },
  }
}

interface NewStop {
  readonly code: StopCode
  readonly flatten: Flatten
  readonly instructed: Instructed
  readonly stopId: Id<'stp'>
  readonly atMs: Instant
}

const newStop = ({ instructed: { actor: by, auditId, reason }, ...stop }: NewStop): StopOrder => ({
  ...stop,
  by,
  auditId,
  reason: reason ?? 'No reason was given.',
})
