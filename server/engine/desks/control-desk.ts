/**
 * Desk for emergency stop and pause: accepts requests of a user, the host or a signal, and responds when they are
 * durable or a time limit has passed.
 */

import type { Id } from '../../core/id.ts'
import { type Instant, SECOND_MS } from '../../core/instant.ts'
import type { Flatten, StopCode } from '../../domain/control/stop.ts'
import {
  type Actor,
  type Command,
  type CommandOutcome,
  HOST,
  type Instructed,
  type StopOrder,
} from '../model/events.ts'
import type { Fact } from '../model/facts.ts'
import type { ControlBooks } from '../state/control-state.ts'
import type { Session } from '../state/session.ts'
import { engageSwitch, type StopSwitch } from '../state/stop-switch.ts'
import { createWaitQueue } from './wait-queue.ts'

/** The desk as its callers use it; it restricts the engine and cannot resume it. */
export interface ControlDesk {
  /**
   * Blocks risk-increasing orders from the moment of the call. Resolves when the sweep is complete, or after
   * `ANSWER_WITHIN_MS` regardless of the exchange, the disk and the engine. Rejects only in a gateway: with a
   * `StoreFailure` when neither engine nor store has confirmed the stop, and with `BeyondReach` when the caller may not
   * stop every account.
   */
  stop(request: StopInput): Promise<StopTaken>
  /**
   * Resolves when the pause is durable and resting entries are cancelled, or after a time limit; rejects when the
   * engine has stopped.
   */
  pause(request: PauseInput): Promise<PauseTaken>
}

type PauseInput = Omit<StopInput, 'flatten' | 'scope' | 'reach'>

/** Stop request of an authorised caller. */
export interface StopInput {
  readonly actor: Actor
  readonly requestId: string | null
  readonly reason: string | null
  readonly flatten: Flatten
  /** FLEET also stops all other accounts of a shared store; an engine stops only its own account. */
  readonly scope?: StopScope
  /** Accounts that the caller may stop; all if omitted. A stop of the fleet must not go beyond them. */
  readonly reach?: readonly string[]
}

export type StopScope = 'ACCOUNT' | 'FLEET'

/** Result of a stop at the time of the response; the views report the progress of the sweep. */
export interface StopTaken {
  readonly stop: StopOrder
  readonly alreadyLatched: boolean
  /** Time until the stop took effect in memory, and until it was durable; null while it is not. */
  readonly latchedMs: number
  readonly durableMs: number | null
  readonly auditId: Id<'aud'>
  /** Accounts for which a stop of the fleet is stored. */
  readonly accounts?: readonly string[]
}

/** Result of a pause. */
export type PauseTaken = Extract<CommandOutcome, { kind: 'pauseTaken' }> & {
  readonly atMs: Instant
  readonly auditId: Id<'aud'>
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
  /** Monotonic clock, for durations. */
  readonly monotonic: () => number
  readonly delay: (ms: number, task: () => void | Promise<void>) => void
}

export interface OpenControlDesk extends ControlDesk {
  /** Stops the engine without a request: for the stop file, or a signal. */
  stopFor(code: StopCode, reason: string, flatten?: Flatten): Promise<StopTaken>
  onFacts(facts: readonly Fact[]): void
}

/** Time after which the caller receives a response; the sweep continues. */
const ANSWER_WITHIN_MS = 2_400
const PAUSE_WITHIN_MS = 2_000

export const openControlDesk = (parts: ControlDeskParts): OpenControlDesk => {
  const { books, session, stopSwitch, submit, ids, now, monotonic, delay } = parts
  const waiting = createWaitQueue(delay)

  const take = async (
    code: StopCode,
    { scope: _scope, reach: _reach, flatten, ...request }: StopInput,
  ): Promise<StopTaken> => {
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
    const over = new Promise<void>((resolve) => delay(ANSWER_WITHIN_MS, resolve))
    await Promise.race([Promise.all([swept, stopSwitch.stored]), over])
    return { stop: books.latch ?? stop, alreadyLatched, latchedMs, durableMs, auditId: instructed.auditId }
  }

  const repeats = createStopRepeats<StopInput, StopTaken>({
    take: (request) => take('EMERGENCY_STOP', request),
    monotonic,
    delay,
  })

  return {
    stop: (request) => (books.latch ? repeats.stop(request) : take('EMERGENCY_STOP', request)),
    stopFor: (code, reason, flatten = 'NONE') => take(code, { actor: HOST, requestId: null, reason, flatten }),
    async pause(request) {
      const instructed: Instructed = { ...request, idempotency: null, auditId: ids.audit() }
      const outcome = await submit({ kind: 'pause', instructed })
      if (outcome.kind !== 'pauseTaken') throw new Error(`A pause resulted in ${outcome.kind}`)
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

/** Fields that identify a stop and are recorded. */
interface Stop {
  readonly actor: Pick<Actor, 'type' | 'sub'>
  readonly flatten: unknown
  readonly reason: string | null
}

interface StopRepeatsParts<Requested extends Stop, Taken> {
  /** Executes a repeated stop, with its own audit entry. */
  readonly take: (request: Requested) => Promise<Taken>
  /** Monotonic clock. */
  readonly monotonic: () => number
  readonly delay: ControlDeskParts['delay']
}

/** A repeated stop in progress or just completed. */
interface Recent<Taken> {
  readonly atMs: number
  readonly taken: Promise<Taken>
  /** Number of later requests covered by this stop. */
  more: number
}

const WINDOW_MS = SECOND_MS
/** Maximum number of requests tracked; further ones are executed separately. */
const RECENT_MAX = 256

/**
 * Handles repeats of an engaged stop. A user's first request is executed and recorded; requests within the next second
 * share its response and are recorded together, so that no caller adds more than two audit entries per second. No
 * request is refused or delayed.
 */
export const createStopRepeats = <Requested extends Stop, Taken>({
  take,
  monotonic,
  delay,
}: StopRepeatsParts<Requested, Taken>) => {
  const recent = new Map<string, Recent<Taken>>()

  const recordMore = async (key: string, request: Requested): Promise<void> => {
    const past = recent.get(key)
    recent.delete(key)
    if (!past || past.more === 0) return
    const reason = `${request.reason ?? 'No reason was given.'} (${past.more} more within ${WINDOW_MS / SECOND_MS} s)`
    await take({ ...request, reason })
  }

  return {
    stop(request: Requested): Promise<Taken> {
      const key = JSON.stringify([request.actor.type, request.actor.sub, request.flatten])
      const same = recent.get(key)
      if (same && monotonic() - same.atMs < WINDOW_MS) {
        same.more++
        return same.taken
      }
      const taken = take(request)
      if (recent.size < RECENT_MAX) {
        recent.set(key, { atMs: monotonic(), taken, more: 0 })
        delay(WINDOW_MS, () => recordMore(key, request))
      }
      return taken
    },
  }
}
