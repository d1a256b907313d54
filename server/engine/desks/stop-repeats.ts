import { SECOND_MS } from '../../core/instant.ts'
import type { Actor } from '../model/events.ts'

/** Fields that distinguish a stop from others, and that are recorded. */
interface Stop {
  readonly actor: Pick<Actor, 'type' | 'sub'>
  readonly flatten: unknown
  readonly reason: string | null
}

export interface StopRepeatsParts<Requested extends Stop, Taken> {
  /** Carries out a repeated stop, with an audit entry of its own. */
  readonly take: (request: Requested) => Promise<Taken>
  /** Never runs backwards. */
  readonly monotonic: () => number
  readonly delay: (ms: number, task: () => void) => void
}

/** A repeated stop that is under way or has just been. */
interface Recent<Taken> {
  readonly atMs: number
  readonly taken: Promise<Taken>
  /** Number of later requests that it covers. */
  more: number
}

const WINDOW_MS = SECOND_MS
/** Maximum number of requests that are distinguished; one more is carried out separately. */
const RECENT_MAX = 256

/**
 * Repeats of a stop that is engaged already. The first of a person is carried out and recorded; those within a second
 * after it share its response and are recorded together when the second is over, so that no caller can make the audit
 * log grow by more than two entries a second. None is refused, and none waits.
 */
export const createStopRepeats = <Requested extends Stop, Taken>({
  take,
  monotonic,
  delay,
}: StopRepeatsParts<Requested, Taken>) => {
  const recent = new Map<string, Recent<Taken>>()

  const recordMore = (key: string, request: Requested): void => {
    const past = recent.get(key)
    recent.delete(key)
    if (!past || past.more === 0) return
    const reason = `${request.reason ?? 'No reason was given.'} (${past.more} more within ${WINDOW_MS / SECOND_MS} s)`
    void take({ ...request, reason })
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
