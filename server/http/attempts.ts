import type { Id } from '../core/id.ts'
import { type Instant, MINUTE_MS } from '../core/instant.ts'
import type { Actor } from '../engine/events.ts'
import type { AuditEntry } from '../engine/facts.ts'

/** Where attempts are recorded. */
export interface AttemptLog {
  append(entries: readonly AuditEntry[]): unknown
}

/** A request on a control route that was turned away. */
export interface Attempt {
  /** What was attempted, as the audit names it. */
  readonly action: string
  readonly status: number
  readonly actor: Actor
  readonly requestId: Id
}

/**
 * Who has tried to stop or pause and was not let: the first refusal of a caller at once, those that follow within a
 * minute together when it is over. Changed in place.
 */
export interface Attempts {
  readonly parts: AttemptsParts
  readonly windows: Map<string, Window>
}

export interface AttemptsParts {
  readonly log: AttemptLog
  readonly makeId: () => Id<'aud'>
  readonly now: () => Instant
  /** Told when the log does not take an entry; nothing is lost, it is counted and tried again. */
  readonly onFailure: (error: unknown) => void
}

interface Window {
  readonly attempt: Attempt
  readonly beganAtMs: Instant
  /** Not written yet. */
  more: number
}

/** Callers told apart within a minute; the rest are told together. */
const CALLERS_MAX = 256

export const createAttempts = (parts: AttemptsParts): Attempts => ({ parts, windows: new Map() })

/** Writes it at once or counts it; never throws. */
export const noteAttempt = (attempts: Attempts, attempt: Attempt): void => {
  writeDue(attempts)
  const { windows, parts } = attempts
  const told = windows.has(keyOf(attempt)) || windows.size < CALLERS_MAX ? attempt : { ...attempt, actor: ANYBODY }
  const window = windows.get(keyOf(told))
  if (window) window.more++
  else {
    const written = write(attempts, told, null)
    windows.set(keyOf(told), { attempt: told, beganAtMs: parts.now(), more: written ? 0 : 1 })
  }
}

/** Writes what a minute that is over has counted. */
export const writeDue = (attempts: Attempts): void => {
  const nowMs = attempts.parts.now()
  writeSome(attempts, ({ beganAtMs }) => nowMs - beganAtMs >= MINUTE_MS)
}

/** Writes everything there is, over or not. */
export const flushAttempts = (attempts: Attempts): void => writeSome(attempts, () => true)

const writeSome = (attempts: Attempts, isOver: (window: Window) => boolean): void => {
  for (const [key, window] of attempts.windows) {
    if (!isOver(window)) continue
    const { attempt, more } = window
    if (more === 0 || write(attempts, attempt, `${more} more in 60 s`)) attempts.windows.delete(key)
  }
}

const ANYBODY: Actor = { type: 'USER', sub: '*', sid: null, ip: null }

const keyOf = ({ action, status, actor }: Attempt): string => `${action} ${status} ${actor.sub ?? actor.ip ?? ''}`

const write = ({ parts }: Attempts, attempt: Attempt, reason: string | null): boolean => {
  const { action, status, actor, requestId } = attempt
  const entry: AuditEntry = {
    auditId: parts.makeId(),
    atMs: parts.now(),
    epoch: null,
    actor,
    action,
    target: 'engine',
    before: null,
    after: null,
    outcome: `REFUSED_${status}`,
    reason,
    requestId: reason === null ? requestId : null,
  }
  try {
    parts.log.append([entry])
    return true
  } catch (error) {
    parts.onFailure(error)
    return false
  }
}
