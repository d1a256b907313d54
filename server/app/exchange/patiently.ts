import { MINUTE_MS, SECOND_MS } from '../../core/instant.ts'
import { StartError } from '../../core/start-error.ts'

/** Result of a startup step: done, failed permanently, or worth a retry. */
export type Tried<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'hopeless'; readonly words: string }
  | { readonly kind: 'later'; readonly words: string }

export interface Patience {
  /** Never runs backwards. */
  readonly monotonic: () => number
  /** Must keep the process alive: a start has nothing else that does. */
  readonly delay: (ms: number) => Promise<void>
  /** Called each time with the reason for waiting. */
  readonly remark: (words: string) => void
}

/** An exchange that restarts or limits requests is back within this; after that a person should check. */
const PATIENCE_MS = 2 * MINUTE_MS
const PAUSE_MIN_MS = SECOND_MS
const PAUSE_MAX_MS = 15 * SECOND_MS

/** Tries a step until it is done, with pauses that grow; what is hopeless, or takes too long, is a `StartError` in its own words. */
export const patiently = async <T>(
  { monotonic, delay, remark }: Patience,
  step: () => Promise<Tried<T>>,
): Promise<T> => {
  const untilMs = monotonic() + PATIENCE_MS
  for (let pauseMs = PAUSE_MIN_MS; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS)) {
    const tried = await step()
    if (tried.kind === 'done') return tried.value
    if (tried.kind === 'hopeless' || monotonic() + pauseMs > untilMs) throw new StartError(tried.words)
    remark(`${tried.words} It is tried again in ${pauseMs / SECOND_MS} s.`)
    await delay(pauseMs)
  }
}
