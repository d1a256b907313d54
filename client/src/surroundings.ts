/** Side effects of the client (network, clock, timers, randomness), passed in so that tests can replace them. */

/** The subset of `fetch` that the client calls. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Network, clock, timers and randomness. */
export interface Surroundings {
  readonly fetch: Fetch
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Random number in [0, 1). */
  readonly random: () => number
  /** Calls `then` after the delay; the returned function cancels it. */
  readonly after: (ms: number, then: () => void) => () => void
  /** A new `Idempotency-Key`. */
  readonly makeKey: () => string
}

const KEY_BYTES = 16

/** Returns the real implementations, optionally with another `fetch`. */
export const createSurroundings = (fetch: Fetch = (url, init) => globalThis.fetch(url, init)): Surroundings => ({
  fetch,
  now: () => Date.now(),
  random: () => Math.random(),
  after: (ms, then) => {
    const timer = setTimeout(then, ms)
    return () => clearTimeout(timer)
  },
  makeKey: () =>
    Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
      '',
    ),
})

/** Resolves after the delay; rejects with the signal's reason if that comes first. */
export const wait = ({ after }: Surroundings, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = (): void => {
      cancel()
      reject(signal.reason)
    }
    const cancel = after(ms, () => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
    signal.addEventListener('abort', stop, { once: true })
  })
