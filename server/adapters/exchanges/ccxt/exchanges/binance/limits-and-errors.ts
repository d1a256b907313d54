/** Rate limits of Binance USDⓈ-M futures, and the meaning of its error codes. */

import { MINUTE_MS, SECOND_MS } from '../../../../../core/instant.ts'
import { codeText, createErrorDialect, createFault, fieldsIn } from '../../error-codes.ts'
import { toFields } from '../../fields.ts'
import type { CountingWindow, LimitDialect } from '../../request-limits.ts'

/**
 * Meaning of Binance's error codes, from the exchange's own list ("Error Codes" of USDⓈ-M Futures). Excluded are -1000,
 * -1001, -1006, -1007 and -1008, whose meaning is ambiguous, and the codes for cancels still in progress (-4117).
 */
export const binanceErrors = createErrorDialect({
  /** {"code":-2019,"msg":"Margin is insufficient."} */
  faultIn(body) {
    const fields = fieldsIn(body)
    const code = codeText(fields?.code)
    return fields && code?.startsWith('-') ? createFault(code, fields.msg) : undefined
  },
  refusals: {
    INSUFFICIENT_MARGIN: ['-2018', '-2019', '-2028', '-4050', '-4051'],
    WOULD_TRIGGER: ['-2021', '-4142'],
    WOULD_TAKE: ['-5022'],
    REDUCE_ONLY: ['-2022', '-2024', '-4118', '-4509'],
    FILTER: [
      ...['-1013', '-1100', '-1101', '-1102', '-1103', '-1104', '-1105', '-1106', '-1111', '-1114', '-1115', '-1116'],
      ...['-1117', '-1118', '-1128', '-1130', '-1136', '-4001', '-4002', '-4003', '-4004', '-4005', '-4006', '-4007'],
      ...['-4013', '-4014', '-4015', '-4016', '-4023', '-4024', '-4029', '-4030', '-4031', '-4058', '-4060', '-4062'],
      ...['-4131', '-4136', '-4137', '-4138', '-4164', '-4183', '-4184', '-4210', '-4211'],
    ],
    DUPLICATE: ['-4116', '-20132'],
    EXPIRED_REQUEST: ['-1021', '-5028'],
    RATE_LIMIT: ['-1003', '-1015'],
    UNKNOWN_SYMBOL: ['-1121', '-4144'],
    OTHER: [
      ...['-1014', '-1020', '-1122', '-2010', '-2023', '-2025', '-2026', '-2027', '-4045', '-4061', '-4087', '-4088'],
      ...['-4120', '-4130', '-4140', '-4141', '-4192', '-4400', '-4401', '-4402', '-5021'],
      // Setting codes.
      ...['-4028', '-4047', '-4048', '-4067', '-4068', '-4168', '-4202', '-4203', '-4205', '-4206', '-4208', '-4209'],
      '-4403',
    ],
  },
  noSuchOrder: ['-2011', '-2013', '-20124'],
  keyRefused: ['-1002', '-1011', '-1022', '-1099', '-1109', '-2014', '-2015', '-2017', '-4056', '-4057'],
  unchanged: ['-4046', '-4059'],
})

const MINUTE: CountingWindow = { most: 2_400, perMs: MINUTE_MS, resets: 'aligned' }
/** Limit of the spot business, counted separately for each address. */
const SPOT_MINUTE: CountingWindow = { most: 12_000, perMs: MINUTE_MS, resets: 'aligned' }
const ORDERS_MINUTE: CountingWindow = { most: 1_200, perMs: MINUTE_MS, resets: 'aligned' }
const ORDERS_TEN_SECONDS: CountingWindow = { most: 300, perMs: 10 * SECOND_MS, resets: 'aligned' }
const PLACES = /^(?:POST|PUT) (?:order|algoOrder|batchOrders)$/

/**
 * Weight per address and minute, with the library's figures, and orders per account, counted separately ("General
 * Info", "Limits", and "New Order": weight 0; the FAQ "Rate Limits on Binance Futures": 2,400 and 1,200 a minute, 300
 * in ten seconds). Intervals are aligned to the exchange's clock.
 */
export const binanceLimits: LimitDialect = {
  countsFor: ({ method, api, path, weight }) => {
    if (api.startsWith('sapi')) return [{ name: `spot ${path}`, window: SPOT_MINUTE, cost: weight, of: 'reading' }]
    if (!PLACES.test(`${method} ${path}`)) return [{ name: 'weight', window: MINUTE, cost: weight, of: 'everything' }]
    return [
      { name: 'orders a minute', window: ORDERS_MINUTE, cost: 1, of: 'ordering' },
      { name: 'orders in ten seconds', window: ORDERS_TEN_SECONDS, cost: 1, of: 'ordering' },
    ]
  },
  weightLimit: async (rest) => {
    const { rateLimits } = toFields(await rest.fapiPublicGetExchangeInfo())
    const rows = Array.isArray(rateLimits) ? rateLimits.map(toFields) : []
    const limit = Number(rows.find(({ rateLimitType }) => rateLimitType === 'REQUEST_WEIGHT')?.limit)
    return limit > 0 ? limit : undefined
  },
  published: new Map([
    ['weight', 'x-mbx-used-weight-1m'],
    ['orders a minute', 'x-mbx-order-count-1m'],
    ['orders in ten seconds', 'x-mbx-order-count-10s'],
  ]),
}
