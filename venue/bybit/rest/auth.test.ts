import { describe, expect, it } from 'vitest'
import { sign } from '../../exchange/server/credentials.ts'
import {
  checkSigned,
  groupByProduct,
  isValidSocketAuth,
  mayDo,
  parseBybitPermissions,
  USUAL_BYBIT_PERMISSIONS,
} from './auth.ts'
import { Refusal } from './refusal.ts'

describe('the permissions of a key', () => {
  it('allow trading contracts, and no transfers', () => {
    const products = groupByProduct(USUAL_BYBIT_PERMISSIONS)
    expect(products).toMatchObject({ ContractTrade: ['Order', 'Position'], Wallet: [], Spot: [], Derivatives: [] })
    expect([mayDo(USUAL_BYBIT_PERMISSIONS, 'Order'), mayDo(USUAL_BYBIT_PERMISSIONS, 'key')]).toEqual([true, true])
  })

  it('are changed by name', () => {
    const changed = parseBybitPermissions('Withdraw, -Position,-ipRestrict')
    expect(changed).toMatchObject({ ipBound: false, readOnly: false })
    expect(changed && groupByProduct(changed)).toMatchObject({ ContractTrade: ['Order'], Wallet: ['Withdraw'] })
    expect(changed && mayDo(changed, 'Position')).toBe(false)
  })

  it('are read-only when the key is read-only', () => {
    const reading = parseBybitPermissions('readOnly')
    expect(reading && [mayDo(reading, 'Order'), mayDo(reading, 'Position'), mayDo(reading, 'key')]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('accept only known names', () => {
    expect([parseBybitPermissions('Fly'), parseBybitPermissions('')]).toEqual([undefined, undefined])
  })
})

const ACCOUNT = { apiKey: 'key', apiSecret: 'secret' }
const NOW = 1_658_384_314_791
const PAYLOAD = 'category=linear&symbol=BTCUSDT'

const headersAt = (timestamp: number, recvWindow = '5000', payload = PAYLOAD) => ({
  'x-bapi-api-key': 'key',
  'x-bapi-timestamp': String(timestamp),
  ...(recvWindow !== '' && { 'x-bapi-recv-window': recvWindow }),
  'x-bapi-sign': sign(`${timestamp}key${recvWindow}${payload}`, 'secret'),
})

const getCode = (headers: Record<string, string>, payload = PAYLOAD): number => {
  try {
    checkSigned({ headers, payload }, ACCOUNT, NOW)
    return 0
  } catch (error) {
    return error instanceof Refusal ? error.retCode : -1
  }
}

describe('a signed request', () => {
  it('is signed as the exchange documents it, with HMAC SHA-256 in hexadecimal', () => {
    const text = '1658384314791key5000category=linear&symbol=BTCUSDT'
    expect(headersAt(NOW)['x-bapi-sign']).toBe(sign(text, 'secret'))
    expect(headersAt(NOW)['x-bapi-sign']).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['of now', NOW, '5000', 0],
    ['as old as it may be', NOW - 5_000, '5000', 0],
    ['older than that', NOW - 5_001, '5000', 10_002],
    ['as early as it may be', NOW + 999, '5000', 0],
    ['earlier than that', NOW + 1_000, '5000', 10_002],
    ['with a window of its own', NOW - 9_000, '10000', 0],
    ['without a window', NOW - 5_000, '', 0],
    ['without a window, too old', NOW - 5_001, '', 10_002],
    ['with a window that is not a number', NOW, 'x', 10_001],
  ])('%s', (_what, timestamp, recvWindow, code) => {
    expect(getCode(headersAt(timestamp, recvWindow))).toBe(code)
  })

  it.each([
    ['names no key', { 'x-bapi-api-key': '' }, 10_007],
    ['names another key', { 'x-bapi-api-key': 'kez' }, 10_003],
    ['has no time', { 'x-bapi-timestamp': '' }, 10_001],
    ['has another signature', { 'x-bapi-sign': 'f'.repeat(64) }, 10_004],
    ['has none', { 'x-bapi-sign': '' }, 10_004],
  ])('is refused when it %s', (_what, headers, code) => {
    expect(getCode({ ...headersAt(NOW), ...headers })).toBe(code)
  })

  it('is refused when its content differs from the signed one', () => {
    expect(getCode(headersAt(NOW), `${PAYLOAD}&limit=1`)).toBe(10_004)
  })
})

it.each([
  ['key', NOW + 1, 'secret', true],
  ['key', NOW, 'secret', false],
  ['kez', NOW + 1, 'secret', false],
  ['key', NOW + 1, 'other', false],
])('authenticates a socket by key %s, expiry %i and secret %s: %s', (key, expires, secret, welcome) => {
  expect(isValidSocketAuth([key, String(expires), sign(`GET/realtime${expires}`, secret)], ACCOUNT, NOW)).toBe(welcome)
})

it('rejects a socket without authentication', () => {
  expect(isValidSocketAuth([], ACCOUNT, NOW)).toBe(false)
})
