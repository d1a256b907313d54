/** Rate limits of Bitget, and the meaning of its error codes. */

import { MINUTE_MS, SECOND_MS } from '../../../../../core/instant.ts'
import { codeText, createErrorDialect, createFault, fieldsIn } from '../../error-codes.ts'
import { type CountingWindow, classifyMethod, type LimitDialect } from '../../request-limits.ts'

/**
 * Meaning of Bitget's error codes, from the exchange's own list (futures, "REST API error code"). Excluded are 500,
 * 1001, 40010, 40015, 40200, 40725, 40908, 40910, 43002, 43003, 43059, 45001, 45023 and 45024, whose meaning is
 * ambiguous, and 40108, which the list and the library interpret differently. A post-only order that would take
 * liquidity is not refused here: it is accepted and cancelled.
 */
export const bitgetErrors = createErrorDialect({
  /** {"code":"40762","msg":"The order amount exceeds the balance","requestTime":1716572156622,"data":null} */
  faultIn(body) {
    const fields = fieldsIn(body)
    const code = codeText(fields?.code)
    return fields && code !== undefined && !/^0+$/.test(code) ? createFault(code, fields.msg) : undefined
  },
  refusals: {
    INSUFFICIENT_MARGIN: ['40711', '40712', '40754', '40762', '40798', '40800', '43012', '45002', '45120'],
    WOULD_TRIGGER: [
      ...['40830', '40832', '40834', '40836', '40915', '40917', '43013', '43014', '43015', '43016', '43034', '43035'],
      ...['45060', '45061', '45062', '45122'],
    ],
    WOULD_TAKE: [],
    REDUCE_ONLY: [
      ...['22002', '40717', '40755', '40757', '40804', '40837', '40891', '43023', '43029', '43043', '45003', '45005'],
      ...['45006', '45068'],
    ],
    FILTER: [
      ...['01001', '01002', '22006', '22007', '22008', '22009', '22034', '22038', '40017', '40019', '40020', '40034'],
      ...['40053', '40057', '40058', '40059', '40064', '40304', '40305', '40402', '40706', '40808', '40811', '40812'],
      ...['40813', '40815', '40816', '40820', '40821', '40829', '40831', '40833', '40835', '41002', '41101', '41103'],
      ...['43006', '43007', '43008', '43009', '43010', '43011', '43027', '43028', '43037', '43038', '43039', '43040'],
      ...['43041', '43042', '45035', '45051', '45052', '45064', '45065', '45066', '45067', '45110', '45111', '45112'],
      ...['45113', '45114', '45115', '48001', '48002', '400172'],
    ],
    DUPLICATE: ['40786', '43118', '45034'],
    EXPIRED_REQUEST: ['30013', '30014', '40004', '40005', '40008', '40078'],
    RATE_LIMIT: ['429'],
    UNKNOWN_SYMBOL: ['40072', '40102', '40309', '40845'],
    OTHER: [
      ...['22004', '22005', '22029', '22039', '22040', '22041', '22042', '22043', '22067', '40000', '40013', '40022'],
      ...['40023', '40024', '40026', '40031', '40035', '40100', '40101', '40103', '40104', '40111', '40715', '40716'],
      ...['40721', '40723', '40752', '40753', '40760', '40761', '40774', '40778', '40805', '40824', '40844', '40889'],
      ...['40890', '40916', '40921', '40928', '40930', '40931', '40939', '41114', '43005', '43030', '43031', '43071'],
      ...['43075', '45009', '45018', '45020', '45021', '45025', '45026', '45043', '45107', '45108', '45109', '45116'],
      ...['45118', '45119', '45121', '45123', '45127', '45128'],
      // Setting codes.
      ...['40730', '40872', '40893', '40914', '40920', '43050', '45044', '45045', '45097', '45117'],
    ],
  },
  noSuchOrder: ['22001', '40109', '40768', '43001', '43004', '43020', '43021', '43025', '43026', '45057'],
  keyRefused: [
    ...['22010', '40001', '40002', '40003', '40006', '40009', '40011', '40012', '40014', '40018', '40025', '40036'],
    ...['40037', '40038', '40041'],
    // Stream codes.
    ...['30002', '30005', '30011', '30012', '30015'],
  ],
  unchanged: ['40814', '45054'],
})

const MINUTE: CountingWindow = { most: 6_000, perMs: MINUTE_MS, resets: 'rolling' }
/** Limit in the library's units of 50 ms each: a request of weight 2 may be sent ten times. */
const SECOND: CountingWindow = { most: 20, perMs: SECOND_MS, resets: 'rolling' }

/**
 * Limits: 6,000 requests of any kind per address and minute, and a number per kind, account and second ("Access Rate
 * Limit" in the exchange's introduction and with each endpoint; the library has the figures).
 */
export const bitgetLimits: LimitDialect = {
  countsFor: ({ method, path, weight }) => [
    { name: 'requests', window: MINUTE, cost: 1, of: 'everything' },
    { name: `${method} ${path}`, window: SECOND, cost: weight, of: classifyMethod(method) },
  ],
  published: new Map(),
}
