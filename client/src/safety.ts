/** Classifies calls by method and path: whether, and how eagerly, they may be resent. */

/**
 * Retry class of a call. `READ` changes nothing. `KEYED` is executed once per idempotency key. `URGENT` restricts
 * trading: it is idempotent and sent without delay. `SESSION` creates tokens; unused ones do no harm. Any other call is
 * sent `ONCE`.
 */
export type Safety = 'READ' | 'KEYED' | 'URGENT' | 'SESSION' | 'ONCE'

const WRITES: readonly (readonly [Safety, method: string, path: RegExp])[] = [
  ['READ', 'POST', /\/api\/v381\/trading\/order(\/[^/]+)?\/preview$/],
  ['KEYED', 'POST', /\/api\/v381\/trading\/order$/],
  ['KEYED', 'PATCH', /\/api\/v381\/trading\/order\/[^/]+$/],
  ['KEYED', 'POST', /\/api\/v381\/trading\/positions\/[^/]+\/close$/],
  ['KEYED', 'PATCH', /\/api\/v381\/trading\/positions\/[^/]+\/sl-tp$/],
  ['URGENT', 'POST', /\/api\/emergency-stop$/],
  ['URGENT', 'POST', /\/api\/autotrading\/pause$/],
  ['SESSION', 'POST', /\/api\/auth\/(login|refresh)$/],
]

export const getSafety = (method: string, path: string): Safety => {
  if (method === 'GET' || method === 'HEAD') return 'READ'
  return WRITES.find(([, verb, pattern]) => verb === method && pattern.test(path))?.[0] ?? 'ONCE'
}
