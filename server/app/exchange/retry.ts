/** Repeats a startup step with growing pauses until it succeeds. */

import { StartError } from '../../core/errors.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/instant.ts'

/** Result of a startup step: done, failed permanently, or worth a retry. */
export type Tried<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'hopeless'; readonly words: string }
  | { readonly kind: 'later'; readonly words: string }

interface RetryParts {
  /** Monotonic clock. */
  readonly monotonic: () => number
  /** Waits while keeping the process alive, because nothing else does during startup. */
  readonly delay: (ms: number) => Promise<void>
  /** Called before each wait with its reason. */
  readonly remark: (words: string) => void
  /** Time after which a step is overdue; two minutes if omitted. */
  readonly patienceMs?: number
}

/**
 * Time within which an exchange that is restarting or limiting requests usually recovers; after that, a person should
 * check.
 */
const PATIENCE_MS = 2 * MINUTE_MS
const PAUSE_MIN_MS = SECOND_MS
const PAUSE_MAX_MS = 15 * SECOND_MS

/** Repeats a step with growing pauses until it succeeds; a hopeless or overdue step throws a `StartError`. */
export const retryUntilReachable = async <T>(
  { monotonic, delay, remark, patienceMs = PATIENCE_MS }: RetryParts,
  step: () => Promise<Tried<T>>,
): Promise<T> => {
  const untilMs = monotonic() + patienceMs
  for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
    const tried = await step()
    if (tried.kind === 'done') return tried.value
    if (tried.kind === 'hopeless' || monotonic() + pauseMs > untilMs) throw new StartError(tried.words)
    remark(`${tried.words} Retrying in ${pauseMs / SECOND_MS} s.`)
    await delay(pauseMs)
  }
}
