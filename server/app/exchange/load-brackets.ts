/** Loads the margin brackets of an exchange at the start, and again until it has answered. */

import type { ExchangeBrackets } from '../../adapters/exchanges/ccxt/market/index.ts'
import { MINUTE_MS } from '../../core/instant.ts'

const AGAIN_MS = 5 * MINUTE_MS

interface LoadOptions {
  /** Display name of the exchange. */
  readonly name: string
  readonly remark: (words: string) => void
  /** Rejects when `signal` is aborted. */
  readonly delay: (ms: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  /** Called when brackets are returned after the start. */
  readonly onRenewed?: () => void
}

/**
 * Requests the margin brackets once and reports symbols that have none, for which stricter ones are used. If the
 * exchange does not respond, the request is repeated until it does.
 */
export const loadBrackets = async (source: ExchangeBrackets, options: LoadOptions): Promise<void> => {
  const { name, remark } = options
  const answered = await source.fetchMissing()
  const missing = source.missing().join(', ')
  if (missing === '') return
  const then = answered ? '.' : ' until it does.'
  remark(`${name} returns no margin brackets for ${missing}: stricter ones are used${then}`)
  if (!answered) void retryUntilAnswered(source, options)
}

const retryUntilAnswered = async (
  source: ExchangeBrackets,
  { name, remark, delay, signal, onRenewed }: LoadOptions,
): Promise<void> => {
  for (let answered = false; !answered; ) {
    await delay(AGAIN_MS, signal).catch(() => {})
    if (signal.aborted) return
    const before = source.missing()
    answered = await source.fetchMissing()
    const now = source.missing()
    const learnt = before.filter((symbol) => !now.includes(symbol))
    if (learnt.length === 0) continue
    remark(`${name} now returns the margin brackets of ${learnt.join(', ')}: they are used.`)
    onRenewed?.()
  }
}
