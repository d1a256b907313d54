/**
 * Records sign-ins, refusals and exhausted quotas in the audit log and the server log, with repetitions counted per
 * minute.
 */

import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Id } from '../../core/id.ts'
import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Actor } from '../../engine/model/events.ts'
import type { AuditEntry } from '../../engine/model/facts.ts'
import { toActor } from '../writes/instruction.ts'
import { isProbe } from './visits.ts'

/**
 * Record of access events. While the audit log cannot be written, events go to the server log, and their count is added
 * to the audit log later.
 */
export interface AccessRecord {
  /** Records a refused attempt on a control route in the audit log. */
  noteControl(event: AccessEvent): void
  /** Records a sign-in or its refusal, or a refused account change, in the audit log and the server log. */
  noteAccount(event: AccessEvent): void
  /**
   * Records an account change in the audit log and the server log as a separate entry, from which the next start can
   * detect that the identity store has lost the change.
   */
  noteChange(event: AccessEvent): void
  /** Records a response of 401, 403 or 429 in the log; login is recorded by its route. */
  noteAnswer(request: FastifyRequest, reply: FastifyReply): void
  /**
   * Resolves when all events so far are in the audit log, or could not be written. Successful requests are answered
   * after that.
   */
  written(): Promise<void>
  writeDue(): void
  /** Writes all counts, due or not. */
  flush(): Promise<void>
}

export interface AccessRecordParts {
  readonly audit: AccessLog
  readonly logger: FastifyBaseLogger
  readonly makeId: () => Id<'aud'>
  readonly now: () => Instant
}

/** Destinations of access events. */
export interface AccessLog {
  append(entries: readonly AuditEntry[]): PromiseLike<unknown> | unknown
}

/** Returns the members of an event that describe the caller. */
export const accessBy = (
  request: FastifyRequest,
  known: Partial<Actor> = {},
): Pick<AccessEvent, 'actor' | 'requestId' | 'reason'> => ({
  actor: { ...toActor(request), ...known },
  requestId: null,
  reason: null,
})

/**
 * Maximum number of callers distinguished within a minute. Successes have a separate limit, so that refusals cannot
 * hide them.
 */
const CONTROL_CALLERS_MAX = 256
const DONE_CALLERS_MAX = 256
const REFUSED_CALLERS_MAX = 24

export const createAccessRecord = (parts: AccessRecordParts): AccessRecord => {
  const all: AccessEvents[] = []
  const create = (write: AccessEventsParts['write'], callersMax: number): AccessEvents => {
    const events = createAccessEvents({ write, now: parts.now, callersMax })
    all.push(events)
    return events
  }
  const writeAudit = auditWriter(parts)
  let allWrites = Promise.resolve()
  const pending = <T>(writing: Promise<T>): Promise<T> => {
    allWrites = Promise.all([allWrites, writing]).then(() => {})
    return writing
  }
  const written = async (): Promise<void> => {
    let awaited: Promise<void> | undefined
    while (awaited !== allWrites) {
      awaited = allWrites
      await awaited
    }
  }
  const audit = (event: AccessEvent): Promise<boolean> => pending(writeAudit(event))
  const log = logWriter(parts.logger)
  const control = create(audit, CONTROL_CALLERS_MAX)
  const auditDone = create(audit, DONE_CALLERS_MAX)
  const logDone = create(log, DONE_CALLERS_MAX)
  const refused = [create(audit, REFUSED_CALLERS_MAX), create(log, REFUSED_CALLERS_MAX)]
  const answers = create(log, REFUSED_CALLERS_MAX)
  return {
    noteControl: control.note,
    noteAccount(event) {
      for (const events of event.outcome === 'DONE' ? [auditDone, logDone] : refused) events.note(event)
    },
    noteChange(event) {
      void pending(audit(event).then((isWritten) => isWritten || auditDone.note(event)))
      logDone.note(event)
    },
    noteAnswer(request, { statusCode }) {
      if (isProbe(request.ip) || request.routeOptions.config?.quota === 'FAILURES') return
      if (statusCode !== 401 && statusCode !== 403 && statusCode !== 429) return
      const target = request.routeOptions.url ?? 'no route'
      const outcome = `REFUSED_${statusCode}`
      answers.note({ ...accessBy(request), action: 'REQUEST', target, outcome })
    },
    written,
    writeDue() {
      for (const events of all) events.writeDue()
    },
    async flush() {
      await written()
      for (const events of all) events.flush()
      await written()
    },
  }
}

const logWriter =
  (logger: FastifyBaseLogger) =>
  ({ action, target, outcome, actor, reason }: AccessEvent): boolean => {
    const { sub, sid, ip } = actor
    const fields = { action, target, outcome, sub, sid, ip, ...(reason !== null && { reason }) }
    if (outcome === 'DONE') logger.info(fields, 'access')
    else logger.warn(fields, 'access refused')
    return true
  }

/** Reports once when the audit log cannot be written, and again after each recovery. */
const auditWriter = ({ audit, logger, makeId, now }: AccessRecordParts): ((event: AccessEvent) => Promise<boolean>) => {
  let isFailing = false
  return async ({ action, target, outcome, actor, requestId, reason }) => {
    const entry: AuditEntry = {
      auditId: makeId(),
      atMs: now(),
      epoch: null,
      actor,
      action,
      target,
      before: null,
      after: null,
      outcome,
      reason,
      requestId,
    }
    try {
      await audit.append([entry])
      isFailing = false
    } catch (error) {
      if (!isFailing) logger.error({ err: error }, 'access events cannot be audited; they are counted and retried')
      isFailing = true
    }
    return !isFailing
  }
}

/** A sign-in, a sign-out, or a refusal. */
export interface AccessEvent {
  /** Name in the audit log and the server log. */
  readonly action: string
  readonly target: string
  readonly outcome: string
  readonly actor: Actor
  readonly requestId: Id | null
  readonly reason: string | null
}

/**
 * Events that unauthenticated callers can trigger at will: the first of a kind and caller is written immediately,
 * further ones together at the end of the following minute. The volume is bounded.
 */
interface AccessEvents {
  /** Writes or counts an event; never throws. */
  note(event: AccessEvent): void
  /** Writes the counts whose minute is over. */
  writeDue(): void
  /** Writes all counts, due or not. */
  flush(): void
}

interface AccessEventsParts {
  /** Returns false when the event could not be written: it is counted, and retried when its minute is over. */
  readonly write: (event: AccessEvent) => boolean | Promise<boolean>
  readonly now: () => Instant
  /** Callers distinguished within a minute; the rest are counted together. */
  readonly callersMax: number
}

interface Window {
  readonly event: AccessEvent
  beganAtMs: Instant
  /** Neither written nor being written. */
  unwritten: number
  isWriting: boolean
}

export const createAccessEvents = ({ write, now, callersMax }: AccessEventsParts): AccessEvents => {
  const windows = new Map<string, Window>()

  const writeIn = (window: Window, event: AccessEvent, onWritten: () => void): void => {
    const count = window.unwritten
    window.unwritten = 0
    const settle = (isWritten: boolean): void => {
      window.isWriting = false
      if (isWritten) onWritten()
      else window.unwritten += Math.max(count, 1)
    }
    const isWritten = write(event)
    if (typeof isWritten === 'boolean') return settle(isWritten)
    window.isWriting = true
    void isWritten.then(settle)
  }

  const writeWindows = (isOver: (window: Window) => boolean): void => {
    for (const [key, window] of windows) {
      if (window.isWriting || !isOver(window)) continue
      const { event, unwritten } = window
      const end = (): void => {
        if (window.unwritten === 0) windows.delete(key)
        else window.beganAtMs = now()
      }
      if (unwritten === 0) end()
      else writeIn(window, { ...event, requestId: null, reason: `${unwritten} more in 60 s` }, end)
    }
  }

  const writeDue = (): void => {
    const nowMs = now()
    writeWindows(({ beganAtMs }) => nowMs - beganAtMs >= MINUTE_MS)
  }

  return {
    note(event) {
      writeDue()
      const counted =
        windows.has(eventKey(event)) || windows.size < callersMax ? event : { ...event, target: '*', actor: ANYBODY }
      const known = windows.get(eventKey(counted))
      if (known) {
        known.unwritten++
        return
      }
      const window = { event: counted, beganAtMs: now(), unwritten: 0, isWriting: false }
      windows.set(eventKey(counted), window)
      writeIn(window, counted, () => {})
    },
    writeDue,
    flush: () => writeWindows(() => true),
  }
}

const ANYBODY: Actor = { type: 'USER', sub: '*', sid: null, ip: null }

const eventKey = ({ action, target, outcome, actor }: AccessEvent): string =>
  `${action} ${target} ${outcome} ${actor.sub ?? actor.ip ?? ''}`
