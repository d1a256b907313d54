import { afterEach, describe, expect, it } from 'vitest'
import { prepareAccount } from '../../server/adapters/exchanges/ccxt/execution/index.ts'
import * as bitget from './bitget-bodies.ts'
import type { Answers } from './loopback.ts'
import * as okx from './okx-bodies.ts'
import { type OrdersStage, openOrdersStage } from './orders-stage.ts'

const OKX: Answers = {
  'GET /api/v5/public/instruments': okx.INSTRUMENTS,
  'GET /api/v5/account/config': okx.ok(okx.A_CONFIG),
  'POST /api/v5/account/set-leverage': okx.ok({ lever: '5', mgnMode: 'cross', instId: 'BTC-USDT-SWAP' }),
}

const BITGET: Answers = {
  'GET /api/v2/mix/market/contracts': bitget.ok([bitget.CONTRACT]),
  'GET /api/v2/spot/account/info': bitget.ok({ userId: '1', ips: '203.0.113.7', authorities: ['coow', 'cpow'] }),
  'GET /api/v2/mix/account/account': bitget.ok(bitget.AN_ACCOUNT),
  'POST /api/v2/mix/account/set-leverage': bitget.ok({ symbol: 'BTCUSDT', leverage: '5' }),
}

const stages: OrdersStage[] = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.close()
})

const prepareAt = async (id: 'okx' | 'bitget', changed: Answers = {}) => {
  const stage = await openOrdersStage(id, { ...(id === 'okx' ? OKX : BITGET), ...changed })
  stages.push(stage)
  const prepared = await prepareAccount(stage.client, stage.listings, { leverage: 5, keyExpiryDays: 30 })
  return { prepared, requests: stage.loopback.requests.filter(({ method }) => method === 'POST') }
}

describe('an account at OKX', () => {
  const SET = { instId: 'BTC-USDT-SWAP', lever: '5', mgnMode: 'cross' }

  it('with the required settings has its leverage set', async () => {
    const { prepared, requests } = await prepareAt('okx')
    expect(prepared).toEqual({ ok: true, value: { notes: [] } })
    expect(requests).toMatchObject([{ path: '/api/v5/account/set-leverage', body: SET }])
  })

  it('in hedge mode is set to one-way', async () => {
    const { prepared, requests } = await prepareAt('okx', {
      'GET /api/v5/account/config': okx.ok({ ...okx.A_CONFIG, posMode: 'long_short_mode' }),
      'POST /api/v5/account/set-position-mode': okx.ok({ posMode: 'net_mode' }),
    })
    expect(prepared.ok).toBe(true)
    expect(requests[0]).toMatchObject({ path: '/api/v5/account/set-position-mode', body: { posMode: 'net_mode' } })
  })

  it.each([
    ['acctLv', '3', 'multi-assets'],
    ['acctLv', '1', 'asset mode could not be read'],
    ['posMode', 'something', 'position mode could not be read'],
    ['perm', 'read_only', 'cannot trade'],
    ['perm', 'read_only,trade,withdraw', 'withdrawal permission'],
  ])('whose %s is %s is rejected for trading', async (field, value, words) => {
    const config = okx.ok({ ...okx.A_CONFIG, [field]: value })
    const { prepared, requests } = await prepareAt('okx', { 'GET /api/v5/account/config': config })
    expect(prepared).toMatchObject({ ok: false, error: [{ words: expect.stringContaining(words) }] })
    expect(requests).toEqual([])
  })

  it('trades with a key that allows any address, and warns the operator', async () => {
    const config = okx.ok({ ...okx.A_CONFIG, ip: '' })
    const { prepared } = await prepareAt('okx', { 'GET /api/v5/account/config': config })
    expect(prepared).toMatchObject({ ok: true, value: { notes: [expect.stringContaining('not restricted')] } })
  })

  it('whose leverage cannot be set is rejected for trading', async () => {
    const { prepared } = await prepareAt('okx', {
      'POST /api/v5/account/set-leverage': { code: '59102', msg: 'Leverage exceeds the maximum limit', data: [] },
    })
    expect(prepared).toMatchObject({ ok: false, error: [{ words: expect.stringContaining('59102') }] })
  })
})

describe('an account at Bitget', () => {
  it('with the required settings has its leverage set, and nothing else', async () => {
    const { prepared, requests } = await prepareAt('bitget')
    expect(prepared).toEqual({ ok: true, value: { notes: [] } })
    const body = { productType: 'USDT-FUTURES', marginCoin: 'USDT', symbol: 'BTCUSDT', leverage: '5' }
    expect(requests).toMatchObject([{ path: '/api/v2/mix/account/set-leverage', body }])
  })

  it('in hedge mode and isolated margin is set to one-way and cross margin', async () => {
    const { prepared, requests } = await prepareAt('bitget', {
      'GET /api/v2/mix/account/account': bitget.ok({
        ...bitget.AN_ACCOUNT,
        ...{ posMode: 'hedge_mode', marginMode: 'isolated' },
      }),
      'POST /api/v2/mix/account/set-position-mode': bitget.ok({ posMode: 'one_way_mode' }),
      'POST /api/v2/mix/account/set-margin-mode': bitget.ok({ symbol: 'BTCUSDT', marginMode: 'crossed' }),
    })
    expect(prepared.ok).toBe(true)
    expect(requests.map(({ path, body }) => [path.split('/').at(-1), body])).toMatchObject([
      ['set-position-mode', { productType: 'USDT-FUTURES', posMode: 'one_way_mode' }],
      ['set-margin-mode', { productType: 'USDT-FUTURES', symbol: 'BTCUSDT', marginMode: 'crossed' }],
      ['set-leverage', { symbol: 'BTCUSDT', leverage: '5' }],
    ])
  })

  it.each([
    ['assetMode', 'union', 'multi-assets'],
    ['assetMode', 'something', 'asset mode could not be read'],
    ['posMode', 'something', 'position mode could not be read'],
  ])('whose %s is %s is rejected for trading', async (field, value, words) => {
    const account = bitget.ok({ ...bitget.AN_ACCOUNT, [field]: value })
    const { prepared, requests } = await prepareAt('bitget', { 'GET /api/v2/mix/account/account': account })
    expect(prepared).toMatchObject({ ok: false, error: [{ words: expect.stringContaining(words) }] })
    expect(requests).toEqual([])
  })

  it.each([
    [['coor'], 'cannot trade'],
    [['coow', 'wwow'], 'withdrawal permission'],
    [['coow', 'wtow'], 'transfer permission'],
  ])('with a key that has the permission %j is rejected for trading', async (authorities, words) => {
    const info = bitget.ok({ userId: '1', ips: '203.0.113.7', authorities })
    const { prepared } = await prepareAt('bitget', { 'GET /api/v2/spot/account/info': info })
    expect(prepared).toMatchObject({ ok: false, error: [{ words: expect.stringContaining(words) }] })
  })
})
