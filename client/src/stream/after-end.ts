/** Decides by the close code whether and when the stream reconnects. */

import { type BackOff, backOffMs } from '../back-off.ts'

/** Next step after a connection has closed: reconnect, reconnect with a new token, or give up. */
export type AfterEnd =
  | { readonly kind: 'retry'; readonly afterMs: number }
  /** Reconnect with another token; give up if it is refused as well. */
  | { readonly kind: 'renew'; readonly afterMs: number }
  | { readonly kind: 'giveUp' }

const NORMAL: BackOff = { firstMs: 250, capMs: 4_000 }
/** Minimum delay after a rejection for too many requests. */
const LEAST_MS = 1_000
const TOO_MUCH = [4408, 4429]
const HOPELESS = [4400, 4403]
const UNAUTHENTICATED = 4401

interface Past {
  /** Attempts since the last connection that held. */
  readonly attempt: number
  /** True when the rejected token is the newest available. */
  readonly renewed: boolean
  readonly random: () => number
}

export const afterEnd = (code: number, { attempt, renewed, random }: Past): AfterEnd => {
  if (HOPELESS.includes(code)) return { kind: 'giveUp' }
  const afterMs = backOffMs(NORMAL, attempt, random)
  if (code === UNAUTHENTICATED && renewed) return { kind: 'giveUp' }
  if (code === UNAUTHENTICATED) return { kind: 'renew', afterMs: attempt === 0 ? 0 : afterMs }
  return { kind: 'retry', afterMs: TOO_MUCH.includes(code) ? LEAST_MS + afterMs : afterMs }
}
