import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../core/random.ts'
import { backoffMs } from './connection.ts'
import { fetchText } from './fetch-text.ts'

/** Fetches snapshots where they are needed, one after the other. */
export interface SnapshotDesk {
  /** Requests a snapshot until it is accepted; repeated calls have no further effect. */
  want(symbol: string): void
}

export interface SnapshotDeskParts {
  readonly getAddress: (symbol: string) => string
  readonly random: Random
  readonly signal: AbortSignal
  /** Returns whether one is still needed. */
  readonly isNeeded: (symbol: string) => boolean
  /** Returns false when the snapshot is of no use: then another is requested. */
  take(symbol: string, body: string): boolean
  /** None could be had; it is tried again. */
  onFault(symbol: string, reason: string): void
}

/** Pause between snapshots, which use much of an address's request allowance. */
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

/** Retries unaccepted snapshots ever more slowly: an exchange bans clients that send too many requests. */
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

/** Returns undefined when the snapshot was accepted; else the pause the exchange demands. */
const get = async (parts: SnapshotDeskParts, symbol: string): Promise<number | undefined> => {
  const answer = await fetchText(parts.getAddress(symbol), parts.signal)
  if (answer.ok) return parts.take(symbol, answer.value) ? undefined : 0
  if (!parts.signal.aborted) parts.onFault(symbol, answer.error.reason)
  return answer.error.retryAfterMs ?? 0
}
