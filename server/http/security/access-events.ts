import type { Id } from '../../core/id.ts'
import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import type { Actor } from '../../engine/model/events.ts'

/** A sign-in, a sign-out, or a refusal. */
export interface AccessEvent {
  /** Name in audit and log. */
  readonly action: string
  readonly target: string
  readonly outcome: string
  readonly actor: Actor
  readonly requestId: Id | null
  readonly reason: string | null
}

/**
 * Events that unauthenticated callers can cause as often as they like: the first of a kind and caller is written
 * immediately, those within the following minute together when it is over. The volume written is bounded.
 */
export interface AccessEvents {
  /** Writes or counts it; never throws. */
  note(event: AccessEvent): void
  /** Writes the counts whose minute is over. */
  writeDue(): void
  /** Writes all counts, due or not. */
  flush(): void
}

export interface AccessEventsParts {
  /** False when the event could not be written: it is counted, and tried again when its minute is over. */
  readonly write: (event: AccessEvent) => boolean
  readonly now: () => Instant
  /** Callers distinguished within a minute; the rest are counted together. */
  readonly callersMax: number
}

interface Window {
  readonly event: AccessEvent
  readonly beganAtMs: Instant
  /** Not written yet. */
  unwritten: number
}

export const createAccessEvents = ({ write, now, callersMax }: AccessEventsParts): AccessEvents => {
  const windows = new Map<string, Window>()

  const writeWindows = (isOver: (window: Window) => boolean): void => {
    for (const [key, window] of windows) {
      if (!isOver(window)) continue
      const { event, unwritten } = window
      const repeated = { ...event, requestId: null, reason: `${unwritten} more in 60 s` }
      if (unwritten === 0 || write(repeated)) windows.delete(key)
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
      const window = windows.get(eventKey(counted))
      if (window) window.unwritten++
      else windows.set(eventKey(counted), { event: counted, beganAtMs: now(), unwritten: write(counted) ? 0 : 1 })
    },
    writeDue,
    flush: () => writeWindows(() => true),
  }
}

const ANYBODY: Actor = { type: 'USER', sub: '*', sid: null, ip: null }

const eventKey = ({ action, target, outcome, actor }: AccessEvent): string =>
  `${action} ${target} ${outcome} ${actor.sub ?? actor.ip ?? ''}`
