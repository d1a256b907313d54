/**
 * What may become of a call that is sent again. `READ` changes nothing. `KEYED` is carried out once for each key. `URGENT` takes
 * authority away: twice is as good as once, and it waits for nothing. `SESSION` makes tokens, of which one too many does no harm.
 * Any other is sent `ONCE`.
 */
export type Safety = 'READ' | 'KEYED' | 'URGENT' | 'SESSION' | 'ONCE'

const WRITES: readonly (readonly [Safety, method: string, path: RegExp])[] = [
  ['READ', 'POST', /\/api\/v381\/trading\/order\/preview$/],
  ['KEYED', 'POST', /\/api\/v381\/trading\/order$/],
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
