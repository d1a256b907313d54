import { setImmediate } from 'node:timers/promises'
import type { Fetch, Surroundings } from '../../client/src/surroundings.ts'

/** Runtime environment whose time advances only on request, and whose random numbers are always the same. */
export interface VirtualTime extends Surroundings {
  /** Advances the time and runs all timers due meanwhile. */
  pass(ms: number): Promise<void>
}

const noNetwork: Fetch = () => Promise.reject(new TypeError('fetch failed'))

export const virtualTime = ({ fetch = noNetwork, random = () => 0.5 } = {}): VirtualTime => {
  const timers = new Map<object, { readonly atMs: number; readonly then: () => void }>()
  let nowMs = 1_000_000
  let keys = 0
  const nextBy = (untilMs: number) =>
    [...timers].filter(([, { atMs }]) => atMs <= untilMs).sort(([, a], [, b]) => a.atMs - b.atMs)[0]
  return {
    fetch,
    random,
    now: () => nowMs,
    after(ms, then) {
      const id = {}
      timers.set(id, { atMs: nowMs + ms, then })
      return () => timers.delete(id)
    },
    makeKey: () => `key-of-call-number-${++keys}`,
    async pass(ms) {
      const untilMs = nowMs + ms
      await setImmediate()
      for (let next = nextBy(untilMs); next; next = nextBy(untilMs)) {
        const [id, { atMs, then }] = next
        timers.delete(id)
        nowMs = Math.max(nowMs, atMs)
        then()
        await setImmediate()
      }
      nowMs = untilMs
    },
  }
}
