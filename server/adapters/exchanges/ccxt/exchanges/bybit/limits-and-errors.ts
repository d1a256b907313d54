/** Rate limits of Bybit v5, and the meaning of its error codes. */

import { SECOND_MS } from '../../../../../core/instant.ts'
import { codeText, createErrorDialect, createFault, fieldsIn } from '../../error-codes.ts'
import { type CountingWindow, classifyMethod, type LimitDialect } from '../../request-limits.ts'

/**
 * Meaning of Bybit's error codes, from the exchange's own list (v5, "Error Codes"), as far as it concerns linear
 * contracts. Excluded are 429, 10000, 10014, 10016, 40004, 110030, 110079 and 170007, whose meaning is ambiguous. A
 * post-only order that would take liquidity is not refused here: it is accepted and cancelled.
 */
export const bybitErrors = createErrorDialect({
  /** {"retCode":110007,"retMsg":"Available balance is insufficient","result":{},"retExtInfo":{},"time":1668838414793} */
  faultIn(body) {
    const fields = fieldsIn(body)
    const code = codeText(fields?.retCode)
    return fields && code !== undefined && code !== '0' ? createFault(code, fields.retMsg) : undefined
  },
  refusals: {
    INSUFFICIENT_MARGIN: [
      ...['110004', '110006', '110007', '110012', '110014', '110044', '110045', '110051', '110052', '110053'],
    ],
    WOULD_TRIGGER: ['110092', '110093'],
    WOULD_TAKE: [],
    REDUCE_ONLY: ['110017', '110034'],
    FILTER: ['10001', '110003', '110032', '110049', '110057', '110094'],
    DUPLICATE: ['110072'],
    EXPIRED_REQUEST: ['10002'],
    RATE_LIMIT: ['10006', '10018'],
    UNKNOWN_SYMBOL: ['10029'],
    OTHER: [
      ...['10017', '10024', '10027', '10028', '110005', '110009', '110016', '110020', '110021', '110023', '110039'],
      ...['110040', '110042', '110063', '110066', '110068', '110069', '110080', '110085', '110086', '110087', '110088'],
      ...['110089', '110090', '110095', '110098', '110099', '110103', '3400139'],
      // Setting codes.
      ...['110013', '110024', '110028', '110029', '110036', '110038', '110073'],
    ],
  },
  noSuchOrder: ['110001', '110008', '110010'],
  keyRefused: ['-2015', '10003', '10004', '10005', '10007', '10008', '10009', '10010', '33004'],
  unchanged: ['110025', '110026', '110027', '110043', '110075'],
})

const FIVE_SECONDS: CountingWindow = { most: 600, perMs: 5 * SECOND_MS, resets: 'rolling' }
/** Limits of a unified account for linear contracts, where the library has the limits of older accounts or of spot. */
const PER_SECOND: ReadonlyMap<string, number> = new Map([
  ['v5/order/create', 10],
  ['v5/order/cancel', 10],
  ['v5/order/realtime', 50],
  ['v5/order/history', 50],
  ['v5/execution/list', 50],
  ['v5/position/list', 50],
  ['v5/account/wallet-balance', 50],
])
/** The library weighs in units of 20 ms: a request of weight 5 may be sent ten times a second. */
const UNITS = 50

/**
 * Limits: 600 requests of any kind per address in any five seconds, and a number per kind, account and second
 * (v5, "Rate Limit Rules": "IP Limit" and "API Rate Limit Table").
 */
export const bybitLimits: LimitDialect = {
  countsFor: ({ method, path, weight }) => {
    const most = PER_SECOND.get(path) ?? UNITS / Math.max(1, weight)
    return [
      { name: 'requests', window: FIVE_SECONDS, cost: 1, of: 'everything' },
      {
        name: `${method} ${path}`,
        window: { most, perMs: SECOND_MS, resets: 'rolling' },
        cost: 1,
        of: classifyMethod(method),
      },
    ]
  },
  // "403, access too frequent" ("IP Limit"). Any other 403 has a different cause, such as an unsupported country.
  isBanned: (status, body) => status === 403 && /access too frequent/i.test(body ?? ''),
  published: new Map(),
}
