import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../core/random.ts'
import { fetchText } from './ask-rest.ts'
import { backoffMs } from './connection.ts'

/** Whoever gets a snapshot where one is needed, one after the other. */
export interface SnapshotDesk {
  /** Asked for until it is taken, however often that is said. */
  want(symbol: string): void
}

export interface SnapshotDeskParts {
  readonly getAddress: (symbol: string) => string
  readonly random: Random
  readonly signal: AbortSignal
  /** Whether one is still needed. */
  readonly isNeeded: (symbol: string) => boolean
  /** False when it is of no use: then another is asked for. */
  take(symbol: string, body: string): boolean
  /** None could be had; it is tried again. */
  onFault(symbol: string, reason: string): void
}

/** Snapshots cost a great deal of what an address may ask. */
const PAUSE_MS = 200

export const openSnapshotDesk = (parts: SnapshotDeskParts): SnapshotDesk => {
  const wanted = new Set<string>()
  let isWorking = false
  return {
    want(symbol) {
      wanted.add(symbol)
      if (isWorking) return
      isWorking = true
      void workOff(parts, wanted).finally(() => {
        isWorking = false
      })
    },
  }
}

/** Whatever is not taken is asked for ever more rarely: an exchange that is asked too often shuts us out. */
const workOff = async (parts: SnapshotDeskParts, wanted: Set<string>): Promise<void> => {
  let failures = 0
  for (let symbol = first(wanted); symbol !== undefined && !parts.signal.aborted; symbol = first(wanted)) {
    wanted.delete(symbol)
    const silenceMs = parts.isNeeded(symbol) ? await get(parts, symbol) : undefined
    failures = silenceMs === undefined ? 0 : failures + 1
    if (silenceMs !== undefined) wanted.add(symbol)
    const waitMs = silenceMs === undefined ? PAUSE_MS : Math.max(silenceMs, backoffMs(failures, parts.random))
    await sleep(waitMs, undefined, { signal: parts.signal }).catch(() => {})
  }
}

const first = (wanted: ReadonlySet<string>): string | undefined => wanted.values().next().value

/** Undefined when it was taken; else how long the exchange wants to be left alone. */
const get = async (parts: SnapshotDeskParts, symbol: string): Promise<number | undefined> => {
  const answer = await fetchText(parts.getAddress(symbol), parts.signal)
  if (answer.ok) return parts.take(symbol, answer.value) ? undefined : 0
  if (!parts.signal.aborted) parts.onFault(symbol, answer.error.reason)
  return answer.error.retryAfterMs ?? 0
}
