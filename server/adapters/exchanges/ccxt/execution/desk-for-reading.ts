import { SECOND_MS } from '../../../../core/instant.ts'
import type { Client } from '../client.ts'
import type { Desk } from './desk.ts'

/** Maximum retries in one reading: more failures are not transient. */
const REPEATS_MAX = 5
/** A query that fails later has already waited: another wait would make the reading too old. */
const SOON_MS = 2 * SECOND_MS
const PAUSE_MS = SECOND_MS / 4

/**
 * Returns the desk for one account reading. A query whose response is cut off, empty or an internal fault of the
 * exchange is retried once, as otherwise all the other queries would have to be repeated; once the reading is no longer
 * needed nothing is sent.
 */
export const deskForReading = (desk: Desk, isWanted: () => boolean): Desk => {
  const { client, monotonic, delay } = desk
  let repeats = 0
  const call: Client['call'] = async (work, how) => {
    if (!isWanted()) return NOT_WANTED
    const requestedAtMs = monotonic()
    const called = await client.call(work, how)
    const isSoon = monotonic() - requestedAtMs <= SOON_MS
    if (called.kind !== 'unclear' || !isSoon || repeats >= REPEATS_MAX || !isWanted()) return called
    repeats++
    await delay(PAUSE_MS)
    return isWanted() ? client.call(work, how) : called
  }
  return { ...desk, client: { ...client, call } }
}

const NOT_WANTED = { kind: 'notSent', reason: 'a newer reading of the account was requested' } as const
