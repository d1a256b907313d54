import { SECOND_MS } from '../core/instant.ts'
import type { QuotaCount, QuotaRequest, QuotaStore } from './ports.ts'

/**
 * Creates the counter of API requests across all gateways, in the shared store. Requests that arrive during a statement
 * are counted together by the next one.
 */
export const createSharedQuota = ({ store, monotonic, delay }: SharedQuotaParts): CountShared => {
  let waiting: Waiting[] = []
  let isCounting = false
  let awayUntilMs = 0

  const countDue = async (): Promise<void> => {
    isCounting = true
    while (waiting.length > 0) {
      const due = Map.groupBy(waiting, ({ key }) => key)
      waiting = []
      const groups = [...due.values()]
      const requests = groups.flatMap((group) => toRequest(group) ?? [])
      const counts = await store.count(requests).catch((): QuotaCount[] => [])
      if (counts.length < groups.length) awayUntilMs = monotonic() + PAUSE_MS
      for (const [index, group] of groups.entries()) settle(group, counts[index])
    }
    isCounting = false
  }

  return (request) =>
    new Promise((resolve) => {
      if (monotonic() < awayUntilMs) return resolve(undefined)
      waiting.push({ ...request, resolve })
      if (!isCounting) void countDue()
      delay(COUNTED_WITHIN_MS, () => resolve(undefined))
    })
}

interface SharedQuotaParts {
  readonly store: QuotaStore
  /** Monotonic clock. */
  readonly monotonic: () => number
  readonly delay: (ms: number, task: () => void) => void
}

interface Waiting extends Omit<QuotaRequest, 'count'> {
  readonly resolve: (counted: SharedCount | undefined) => void
}

/** Maximum time a request waits for its count, and pause of counting after a timeout. */
const COUNTED_WITHIN_MS = 500
const PAUSE_MS = 3 * SECOND_MS

/** Result for one request. */
interface SharedCount {
  readonly allowed: boolean
  readonly remaining: number
  readonly resetMs: number
}

/** Counts one request; undefined while the store does not respond. */
type CountShared = (request: Omit<QuotaRequest, 'count'>) => Promise<SharedCount | undefined>

const toRequest = (group: readonly Waiting[]): QuotaRequest | undefined => {
  const [first] = group
  if (!first) return undefined
  const { resolve: _resolve, ...request } = first
  return { ...request, count: group.length }
}

/** Settles the requests of a caller: the first ones are within the quota, as many as the store has granted. */
const settle = (group: readonly Waiting[], count: QuotaCount | undefined): void => {
  for (const [index, { requests, resolve }] of group.entries()) {
    if (!count) resolve(undefined)
    else {
      const later = Math.max(0, count.granted - index - 1)
      resolve({ allowed: index < count.granted, remaining: requests - count.used + later, resetMs: count.resetMs })
    }
  }
}
