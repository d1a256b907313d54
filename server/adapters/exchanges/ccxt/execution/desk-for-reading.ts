import { SECOND_MS } from '../../../../core/instant.ts'
import type { Client } from '../client.ts'
import type { Desk } from './desk.ts'

/** So many questions of one reading are asked once more: beyond that something is wrong that a moment does not mend. */
const REPEATS_MAX = 5
/** What fails later than this was waited for: another wait would make the reading too old. */
const SOON_MS = 2 * SECOND_MS
const PAUSE_MS = SECOND_MS / 4

/**
 * The desk for one reading of the account. A question whose answer is cut off, empty or a fault of the exchange's own is asked
 * once more, as all the others would have to be otherwise; once the reading is not wanted any more nothing is asked.
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

const NOT_WANTED = { kind: 'notSent', reason: 'a newer reading of the account has been asked for' } as const
