import ccxt from 'ccxt'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EXCHANGE_IDS, EXCHANGES, type ExchangeId } from '../../../../domain/market/exchanges.ts'
import { getDialect } from './index.ts'

describe.each(EXCHANGE_IDS)('the error codes of %s', (id) => {
  const { errors } = getDialect(id)

  it('requires a third key part where the library does', () => {
    expect(EXCHANGES[id].keysHavePassword).toBe(new ccxt.pro[id]().requiredCredentials.password)
  })

  it('extracts a fault from anything without throwing', () => {
    const body = fc.oneof(fc.anything(), fc.record(FIELDS, { requiredKeys: [] }))
    fc.assert(
      fc.property(body, (any) => {
        const fault = errors.faultIn(any)
        if (!fault) return
        expect(fault.code).toMatch(/^-?\d+(_\d+)?$/)
        expect(fault.message.length).toBeLessThanOrEqual(200)
      }),
    )
  })

  it('finds no fault in a successful response', () => {
    for (const body of [...NOTHING, ...(YES[id] ?? [])]) expect(errors.faultIn(body)).toBeUndefined()
  })

  it('treats no code as definite whose meaning is in doubt', () => {
    for (const code of DOUBTFUL[id] ?? []) expect(isListed(id, code), code).toBe(false)
  })

  it('treats nothing as definite that the library classifies as an exchange failure', () => {
    const exact = Object.entries(readExactExceptions(id)).filter(([, kind]) => FAILURES.has(kind))
    const held = exact.map(([code]) => code).filter((code) => isListed(id, code))
    expect(held).toEqual(CERTAIN_ALL_THE_SAME[id] ?? [])
  })
})

const isListed = (id: ExchangeId, code: string): boolean => {
  const { refusals, noSuchOrder, keyRefused, unchanged } = getDialect(id).errors
  return [refusals, noSuchOrder, keyRefused, unchanged].some((codes) => codes.has(code))
}

/** Fields that are inspected, holding any value. */
const FIELDS = {
  code: fc.oneof(fc.anything(), fc.integer(), fc.integer().map(String)),
  retCode: fc.oneof(fc.anything(), fc.integer(), fc.integer().map(String)),
  msg: fc.oneof(fc.anything(), fc.string({ maxLength: 400 })),
  retMsg: fc.anything(),
  data: fc.oneof(
    fc.anything(),
    fc.array(fc.record({ sCode: fc.oneof(fc.anything(), fc.integer().map(String)), sMsg: fc.anything() })),
  ),
}

const NOTHING = [undefined, null, '', 'Bad Gateway', 0, [], {}, [{ code: -2011 }], { code: null }, { code: 'x' }]

const YES: Partial<Record<ExchangeId, readonly unknown[]>> = {
  binanceusdm: [{ code: 200, msg: 'The operation of cancel all open order is done.' }],
  bybit: [{ retCode: 0, retMsg: 'OK', result: {} }],
  okx: [{ code: '0', data: [{ sCode: '0', sMsg: '' }], msg: '' }],
  bitget: [{ code: '00000', msg: 'success', data: {} }],
}

/** Timeouts, overload, internal errors, "try again": what was sent may have been carried out. */
const DOUBTFUL: Partial<Record<ExchangeId, readonly string[]>> = {
  binanceusdm: ['-1000', '-1001', '-1006', '-1007', '-1008', '-1010', '-1016', '-2012', '-2020', '-4083', '-4117'],
  bybit: ['-1', '429', '5004', '10000', '10014', '10016', '10019', '10429', '40004', '110030', '110079', '170007'],
  okx: [
    ...['1', '2', '500', '50001', '50004', '50005', '50013', '50026', '50037', '50040', '50042', '50046', '50062'],
    ...['50064', '50071', '51032', '51054', '51149', '51342', '51410', '51412', '51416', '63999'],
  ],
  bitget: [
    ...['1', '500', '1001', '22045', '40010', '40015', '40108', '40200', '40725', '40842', '40846', '40856', '40878'],
    ...['40908', '40910', '43002', '43003', '43059', '45001', '45023', '45024', '45124', '50008', '50031'],
  ],
}

const FAILURES: ReadonlySet<string> = new Set([
  ...['NetworkError', 'RequestTimeout', 'ExchangeNotAvailable', 'OnMaintenance', 'OperationFailed', 'ExchangeClosed'],
  ...['BadResponse', 'NullResponse', 'CancelPending'],
])

/** Codes for liquidation and for a contract under maintenance: they refer to the order, not to the exchange. */
const CERTAIN_ALL_THE_SAME: Partial<Record<ExchangeId, readonly string[]>> = {
  binanceusdm: ['-2023'],
  bybit: [],
  okx: [],
  bitget: ['41114'],
}

const readExactExceptions = (id: ExchangeId): Record<string, string> => {
  const { exceptions } = new ccxt.pro[id]()
  const exact = { ...exceptions.exact, ...exceptions.linear?.exact }
  return Object.fromEntries(Object.entries(exact).map(([code, kind]) => [code, (kind as { name: string }).name]))
}

describe('a fault', () => {
  it.each([
    ['binanceusdm', { code: -2019, msg: 'Margin is insufficient.' }, '-2019', 'Margin is insufficient.'],
    ['binanceusdm', { code: '-1021', msg: 'too\nlate\u0000' }, '-1021', 'too late'],
    [
      'bybit',
      { retCode: 110007, retMsg: 'ab not enough for new order', result: {} },
      '110007',
      'ab not enough for new order',
    ],
    ['okx', { msg: 'Invalid Sign', code: '50113' }, '50113', 'Invalid Sign'],
    [
      'okx',
      { code: '1', msg: 'All operations failed', data: [{ sCode: '51008', sMsg: 'No margin.' }] },
      '51008',
      'No margin.',
    ],
    ['okx', { code: '0', msg: '', data: [{ sCode: '51008_1001', sMsg: 'No margin.' }] }, '51008', 'No margin.'],
    ['okx', { code: '1', msg: 'Operation failed.', data: [{ sCode: '0' }] }, '1', 'Operation failed.'],
    [
      'bitget',
      { code: '40762', msg: 'The order amount exceeds the balance', data: null },
      '40762',
      'The order amount exceeds the balance',
    ],
    ['bitget', { code: 429, msg: 7 }, '429', ''],
  ] as const)('of %s in %j is %s', (id, body, code, message) => {
    expect(getDialect(id).errors.faultIn(body)).toEqual({ code, message })
  })
})

describe('a rejection', () => {
  it.each([
    ['binanceusdm', '-2019', 'INSUFFICIENT_MARGIN'],
    ['binanceusdm', '-2021', 'WOULD_TRIGGER'],
    ['binanceusdm', '-5022', 'WOULD_TAKE'],
    ['binanceusdm', '-2022', 'REDUCE_ONLY'],
    ['binanceusdm', '-4164', 'FILTER'],
    ['binanceusdm', '-1111', 'FILTER'],
    ['binanceusdm', '-1013', 'FILTER'],
    ['binanceusdm', '-4016', 'FILTER'],
    ['binanceusdm', '-4131', 'FILTER'],
    ['binanceusdm', '-1015', 'RATE_LIMIT'],
    ['binanceusdm', '-1003', 'RATE_LIMIT'],
    ['binanceusdm', '-1021', 'EXPIRED_REQUEST'],
    ['binanceusdm', '-4116', 'DUPLICATE'],
    ['binanceusdm', '-1121', 'UNKNOWN_SYMBOL'],
    ['binanceusdm', '-2027', 'OTHER'],
    ['bybit', '110007', 'INSUFFICIENT_MARGIN'],
    ['bybit', '110017', 'REDUCE_ONLY'],
    ['bybit', '110092', 'WOULD_TRIGGER'],
    ['bybit', '110094', 'FILTER'],
    ['bybit', '110072', 'DUPLICATE'],
    ['bybit', '10002', 'EXPIRED_REQUEST'],
    ['bybit', '10006', 'RATE_LIMIT'],
    ['okx', '51008', 'INSUFFICIENT_MARGIN'],
    ['okx', '51302', 'WOULD_TRIGGER'],
    ['okx', '51169', 'REDUCE_ONLY'],
    ['okx', '51121', 'FILTER'],
    ['okx', '51016', 'DUPLICATE'],
    ['okx', '51065', 'DUPLICATE'],
    ['okx', '50102', 'EXPIRED_REQUEST'],
    ['okx', '50011', 'RATE_LIMIT'],
    ['bitget', '40762', 'INSUFFICIENT_MARGIN'],
    ['bitget', '40917', 'WOULD_TRIGGER'],
    ['bitget', '22002', 'REDUCE_ONLY'],
    ['bitget', '45110', 'FILTER'],
    ['bitget', '40786', 'DUPLICATE'],
    ['bitget', '40008', 'EXPIRED_REQUEST'],
    ['bitget', '429', 'RATE_LIMIT'],
  ] as const)('of %s with %s is one of %s', (id, code, category) => {
    expect(getDialect(id).errors.refusals.get(code)).toBe(category)
  })

  it.each([
    ['binanceusdm', ['-4116', '-20132']],
    ['bybit', ['110072']],
    ['okx', ['51016', '51065', '51068']],
    ['bitget', ['40786', '43118', '45034']],
  ] as const)('of %s means a duplicate client order ID only for the codes that mean exactly that', (id, codes) => {
    const { refusals } = getDialect(id).errors
    expect([...refusals].filter(([, category]) => category === 'DUPLICATE').map(([code]) => code)).toEqual(codes)
  })
})
