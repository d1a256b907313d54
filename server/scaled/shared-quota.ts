import { SECOND_MS } from '../core/instant.ts'
import type { CallerQuota, QuotaCount, QuotaStore } from './ports.ts'
import { beginTurn, endTurn, isReserved, openCaller, passTick, type QuotaCaller, takeReserved } from './quota-caller.ts'
import { countTurn } from './quota-window.ts'

/**
 * Creates the counter of API requests across all gateways. A caller with several requests in a tick gets a reservation
 * in the shared store, from which further ones are admitted at once; what is not needed of it is given back. All other
 * requests wait for the store: those that arrive during a statement are counted together by the next one.
 */
export const createSharedQuota = ({ store, makeId, monotonic, delay }: SharedQuotaParts): SharedQuota => {
  const queues = new Map<string, Queue>()
  const turns = createTurns({ store, monotonic, onLost: ({ caller }) => void queues.delete(caller.quota.key) })
  let isTicking = false
  let uncounted = 0

  const findQueue = (quota: CallerQuota): Queue => {
    const existing = queues.get(quota.key)
    if (existing) return existing
    const queue = { caller: openCaller(quota, makeId()), waiting: [], isInTurn: false }
    queues.set(quota.key, queue)
    if (!isTicking) delay(TICK_MS, tick)
    isTicking = true
    return queue
  }

  const tick = (): void => {
    for (const [key, queue] of queues) {
      passTick(queue.caller)
      if (isReserved(queue.caller) || queue.waiting.length > 0) turns.add(queue)
      else if (queue.caller.earlier === 0 && !queue.isInTurn) queues.delete(key)
    }
    isTicking = queues.size > 0
    if (isTicking) delay(TICK_MS, tick)
  }

  const countReserved = ({ key }: CallerQuota): SharedCount | undefined => {
    const caller = queues.get(key)?.caller
    const nowMs = monotonic()
    if (!caller || !takeReserved(caller, nowMs)) return undefined
    caller.recent += 1
    return { allowed: true, remaining: caller.left + caller.free, resetMs: Math.max(0, caller.resetAtMs - nowMs) }
  }

  const countAtStore = (quota: CallerQuota): Promise<SharedCount | undefined> =>
    new Promise((resolve) => {
      const queue = findQueue(quota)
      const waiting: Waiting = { resolve, otherwise: undefined, isOver: false }
      queue.caller.recent += 1
      queue.waiting.push(waiting)
      turns.add(queue)
      delay(COUNTED_WITHIN_MS, () => {
        waiting.isOver = true
        queue.waiting = queue.waiting.filter((each) => each !== waiting)
        resolve(waiting.otherwise)
      })
    })

  const noteUncounted = (counted: SharedCount | undefined): SharedCount | undefined => {
    if (counted === undefined) uncounted += 1
    return counted
  }

  return {
    countReserved,
    count: (quota) =>
      countReserved(quota) ?? (turns.isPaused() ? noteUncounted(undefined) : countAtStore(quota).then(noteUncounted)),
    uncounted: () => uncounted,
  }
}

interface SharedQuotaParts {
  readonly store: QuotaStore
  /** Creates a globally unique identifier. */
  readonly makeId: () => string
  /** Monotonic clock. */
  readonly monotonic: () => number
  readonly delay: (ms: number, task: () => void) => void
}

export interface SharedQuota {
  /** Counts one request; undefined while the store does not respond. */
  count(quota: CallerQuota): SharedCount | undefined | Promise<SharedCount | undefined>
  /** Counts one request that is reserved; undefined, with nothing counted, if none is. */
  countReserved(quota: CallerQuota): SharedCount | undefined
  /** Returns the number of requests so far that were not counted, because the store did not respond in time. */
  uncounted(): number
}

/** Result for one request. */
interface SharedCount {
  readonly allowed: boolean
  /** Requests left at the last turn, without those that other gateways have reserved. */
  readonly remaining: number
  readonly resetMs: number
}

/** Period in which the demand of a caller is measured, and used reservations are reported. */
const TICK_MS = 100

/** Maximum time a request waits for its count, and pause of counting after a failure. */
const COUNTED_WITHIN_MS = 500
const PAUSE_MS = 3 * SECOND_MS

/** A caller and its requests that wait for the store. */
interface Queue {
  readonly caller: QuotaCaller
  waiting: Waiting[]
  isInTurn: boolean
}

interface Waiting {
  readonly resolve: (counted: SharedCount | undefined) => void
  /** Result if the request is not counted in time. */
  otherwise: SharedCount | undefined
  /** True when that time has passed. */
  isOver: boolean
}

/** Turns at the store, of all callers that are due together. */
interface Turns {
  add(queue: Queue): void
  /** Returns whether the store failed a moment ago. */
  isPaused(): boolean
}

interface TurnsParts extends Pick<SharedQuotaParts, 'store' | 'monotonic'> {
  /** Called after a turn with an unknown outcome: the store counts all that is reserved when the reservation ends. */
  readonly onLost: (queue: Queue) => void
}

const createTurns = ({ store, monotonic, onLost }: TurnsParts): Turns => {
  const due = new Set<Queue>()
  let isCounting = false
  let pausedUntilMs = 0

  const countDue = async (): Promise<void> => {
    isCounting = true
    while (due.size > 0) {
      const taken = [...due]
      due.clear()
      await takeTurns(taken)
    }
    isCounting = false
  }

  const takeTurns = async (taken: readonly Queue[]): Promise<void> => {
    const sentMs = monotonic()
    const groups = taken.map((queue) => ({ queue, waiting: startTurn(queue) }))
    const requests = groups.map(({ queue, waiting }) => beginTurn(queue.caller, waiting.length, sentMs))
    const counts = await store.count(requests, countTurn).catch(() => undefined)
    const nowMs = monotonic()
    if (!counts) pausedUntilMs = nowMs + PAUSE_MS
    for (const [index, { queue, waiting }] of groups.entries()) {
      const count = counts?.[index]
      queue.isInTurn = false
      if (count) {
        endTurn(queue.caller, count, { sentMs, nowMs })
        queue.waiting.unshift(...settle(queue.caller, waiting, { count, nowMs }))
      } else {
        for (const { resolve } of [...waiting, ...queue.waiting]) resolve(undefined)
        due.delete(queue)
        onLost(queue)
      }
    }
  }

  return {
    add(queue) {
      due.add(queue)
      if (!isCounting) void countDue()
    },
    isPaused: () => monotonic() < pausedUntilMs,
  }
}

const startTurn = (queue: Queue): Waiting[] => {
  const { waiting } = queue
  queue.waiting = []
  queue.isInTurn = true
  return waiting
}

/**
 * Settles the requests of a caller: the first ones are within the quota, as many as the store has granted and the gateway
 * has reserved. Returns those that have to wait for what other gateways give back.
 */
const settle = (caller: QuotaCaller, waiting: readonly Waiting[], { count, nowMs }: Settling): readonly Waiting[] => {
  const { granted, elsewhere, resetMs } = count
  const contested: Waiting[] = []
  for (const [index, each] of waiting.entries()) {
    const isAllowed = index < granted || (!each.isOver && takeReserved(caller, nowMs))
    const remaining = caller.left + caller.free + Math.max(0, granted - index - 1)
    const counted = isAllowed ? { allowed: true, remaining, resetMs } : { allowed: false, remaining: 0, resetMs }
    if (isAllowed || elsewhere === 0) each.resolve(counted)
    else if (!each.isOver) contested.push(each)
    each.otherwise = counted
  }
  return contested
}

interface Settling {
  readonly count: QuotaCount
  readonly nowMs: number
}
