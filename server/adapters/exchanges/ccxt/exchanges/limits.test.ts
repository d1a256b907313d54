import { describe, expect, it } from 'vitest'
import { getDialect } from './index.ts'

const apiRequest = (method: string, api: string, path: string, weight: number) => ({ method, api, path, weight })

describe('the weight of a request', () => {
  it.each([
    ['binanceusdm', apiRequest('GET', 'fapiPrivateV3', 'positionRisk', 5), [['weight', 5, 2_400, 60_000, 'aligned']]],
    [
      'binanceusdm',
      apiRequest('POST', 'fapiPrivate', 'algoOrder', 1),
      [
        ['orders a minute', 1, 1_200, 60_000, 'aligned'],
        ['orders in ten seconds', 1, 300, 10_000, 'aligned'],
      ],
    ],
    ['binanceusdm', apiRequest('DELETE', 'fapiPrivate', 'order', 1), [['weight', 1, 2_400, 60_000, 'aligned']]],
    [
      'binanceusdm',
      apiRequest('GET', 'sapi', 'account/apiRestrictions', 0.1),
      [['spot account/apiRestrictions', 0.1, 12_000, 60_000, 'aligned']],
    ],
    [
      'bybit',
      apiRequest('GET', 'private', 'v5/order/realtime', 5),
      [
        ['requests', 1, 600, 5_000, 'rolling'],
        ['GET v5/order/realtime', 1, 50, 1_000, 'rolling'],
      ],
    ],
    [
      'bybit',
      apiRequest('GET', 'private', 'v5/user/query-api', 5),
      [
        ['requests', 1, 600, 5_000, 'rolling'],
        ['GET v5/user/query-api', 1, 10, 1_000, 'rolling'],
      ],
    ],
    [
      'okx',
      apiRequest('GET', 'private', 'account/balance', 2),
      [
        ['requests', 1, 500, 2_000, 'rolling'],
        ['GET account/balance', 2, 18, 2_000, 'rolling'],
      ],
    ],
    [
      'bitget',
      apiRequest('GET', 'private,mix', 'v2/mix/account/accounts', 2),
      [
        ['requests', 1, 6_000, 60_000, 'rolling'],
        ['GET v2/mix/account/accounts', 2, 20, 1_000, 'rolling'],
      ],
    ],
  ] as const)('at %s by %o', (id, request, expected) => {
    const counts = getDialect(id).limits.countsFor(request)
    expect(counts.map(({ name, cost, window: { most, perMs, resets } }) => [name, cost, most, perMs, resets])).toEqual(
      expected,
    )
  })
})
