/** Rate limits of OKX v5, and the meaning of its error codes. */

import { SECOND_MS } from '../../../../../core/instant.ts'
import { codeText, createErrorDialect, createFault, fieldsIn } from '../../error-codes.ts'
import { type CountingWindow, classifyMethod, type LimitDialect } from '../../request-limits.ts'

/**
 * Meaning of OKX's error codes, from the exchange's own list (v5, "REST API error code"). Excluded are 1, 2, 50001,
 * 50004, 50005, 50013, 50026, 50037, 50040, 50042, 51054, 51149, 51410, 51412 and 51416, whose meaning is ambiguous. A
 * post-only order that would take liquidity is not refused here: it is accepted and cancelled.
 */
export const okxErrors = createErrorDialect({
  /** {"code":"1","data":[{"clOrdId":"","ordId":"","sCode":"51119","sMsg":"Order placement failed…"}],"msg":""} */
  faultIn(body) {
    const fields = fieldsIn(body)
    if (!fields) return undefined
    const ofOrder = orderFaultIn(fields.data)
    if (ofOrder) return createFault(withoutKind(ofOrder[0]), ofOrder[1])
    const code = codeText(fields.code)
    return code !== undefined && code !== '0' ? createFault(withoutKind(code), fields.msg) : undefined
  },
  refusals: {
    INSUFFICIENT_MARGIN: ['51008', '51119', '51127', '51131'],
    WOULD_TRIGGER: [
      ...['51050', '51051', '51052', '51053', '51277', '51278', '51279', '51280', '51300', '51302', '51303', '51304'],
      ...['51305', '51306', '51307', '51308'],
    ],
    WOULD_TAKE: [],
    REDUCE_ONLY: ['51023', '51058', '51112', '51169', '51170', '51205'],
    FILTER: [
      ...['50000', '50002', '50006', '50014', '50015', '50016', '50024', '50025', '50122', '51000', '51003', '51005'],
      ...['51006', '51007', '51020', '51031', '51046', '51047', '51048', '51049', '51101', '51116', '51120', '51121'],
      ...['51122', '51135', '51136', '51137', '51138', '51150', '51185', '51201', '51202', '51203', '51204', '51250'],
      ...['51252', '51275', '51276'],
    ],
    DUPLICATE: ['51016', '51065', '51068'],
    EXPIRED_REQUEST: ['50036', '50102', '50112', '60004', '60006'],
    RATE_LIMIT: ['50011', '50061'],
    UNKNOWN_SYMBOL: ['51001', '51002', '51015', '51027', '51087'],
    OTHER: [
      ...['4088', '50007', '50008', '50009', '50012', '50017', '50018', '50019', '50020', '50021', '50022', '50023'],
      ...['50027', '50028', '50029', '50032', '50033', '50038', '50051', '50052', '50059', '50060', '50067', '51004'],
      ...['51009', '51010', '51021', '51022', '51024', '51025', '51028', '51029', '51030', '51044', '51100', '51102'],
      ...['51103', '51104', '51105', '51106', '51107', '51108', '51117', '51124', '51129', '51148', '51155', '51174'],
      ...['51186', '51187', '51206', '51209', '51261', '51298', '51299', '51333', '51341', '54011', '54072'],
      // Setting codes.
      ...['59000', '59100', '59101', '59102', '59103', '59104', '59105', '59106', '59107', '59108', '59109'],
    ],
  },
  noSuchOrder: ['51400', '51401', '51402', '51405', '51603'],
  keyRefused: [
    ...['50030', '50035', '50100', '50101', '50103', '50104', '50105', '50106', '50107', '50110', '50111', '50113'],
    ...['50114', '50119', '50120', '50121'],
    // Stream codes.
    ...['60001', '60002', '60003', '60005', '60007', '60009', '60024', '60032'],
  ],
  unchanged: [],
})

/** Returns the fault of one order in a response, as opposed to the fault of the request. */
const orderFaultIn = (data: unknown): readonly [code: string, message: unknown] | undefined => {
  const first = fieldsIn(Array.isArray(data) ? data[0] : undefined)
  const code = codeText(first?.sCode)
  return first && code !== undefined && code !== '0' ? [code, first.sMsg] : undefined
}

/** `51008_1000` is a subcategory of 51008. */
const withoutKind = (code: string): string => code.replace(/_.*/, '')

/** Half of the order limit of a sub-account; the exchange states no limit for all requests together. */
const TWO_SECONDS: CountingWindow = { most: 500, perMs: 2 * SECOND_MS, resets: 'rolling' }
/** Limit in the library's units of 110 ms each: a request of weight one third may be sent some fifty times. */
const TWO_SECONDS_OF_A_KIND: CountingWindow = { most: 18, perMs: 2 * SECOND_MS, resets: 'rolling' }

/**
 * Requests of each kind in two seconds, per account or, for public data, per address (v5, "Rate Limits", with the
 * library's figures); and a thousand orders of a sub-account in two seconds ("Sub-account rate limit").
 */
export const okxLimits: LimitDialect = {
  countsFor: ({ method, path, weight }) => [
    { name: 'requests', window: TWO_SECONDS, cost: 1, of: 'everything' },
    { name: `${method} ${path}`, window: TWO_SECONDS_OF_A_KIND, cost: weight, of: classifyMethod(method) },
  ],
  published: new Map(),
}
