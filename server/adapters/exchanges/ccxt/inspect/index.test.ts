import { setTimeout } from 'node:timers/promises'
import { inspect } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  API_KEY,
  API_SECRET,
  openStage,
  type StageOptions,
  type VenueStage,
} from '../../../../../test/venue-wire/venue-stage.ts'
import { USUAL_PERMISSIONS } from '../../../../../venue/binance/rest/auth.ts'
import type { ExchangeFacts } from '../../../../doctor/exchange-facts.ts'
import { inspectExchange } from './index.ts'

const KEYS = { apiKey: API_KEY, secret: API_SECRET, password: null }

const openFacts = (url: string, keys: typeof KEYS | undefined, symbols = ['BTCUSDT', 'ETHUSDT']): ExchangeFacts =>
  inspectExchange({
    id: 'binanceusdm',
    url,
    practice: false,
    symbols,
    keys,
    clock: Date.now,
    monotonic: () => performance.now(),
    delay: (ms) => setTimeout(ms),
  })

describe('an inspected exchange', () => {
  let stage: VenueStage
  let facts: ExchangeFacts
  beforeAll(async () => {
    stage = await openStage()
    facts = openFacts(stage.url, KEYS, ['BTCUSDT', 'ETHUSDT', 'NOSUCHUSDT'])
  })
  afterAll(async () => {
    await facts.close()
    await stage.close()
  })

  it('reports its time, and the duration of the request', async () => {
    const before = Date.now()
    const fact = await facts.clock()
    if (!fact.ok) throw new Error(fact.error.detail)
    const { requestedAtMs, roundTripMs, exchangeAtMs } = fact.value
    expect(requestedAtMs).toBeGreaterThanOrEqual(before)
    expect(roundTripMs).toBeGreaterThan(0)
    expect(Math.abs(exchangeAtMs - requestedAtMs)).toBeLessThan(5_000)
  })

  it('reports which of the symbols it lists, with their increments and limits', async () => {
    expect(await facts.symbols()).toEqual({
      ok: true,
      value: [
        {
          symbol: 'BTCUSDT',
          isTrading: true,
          tickSize: '0.1',
          lotSize: '0.001',
          minNotional: expect.any(String),
          maxLeverage: 125,
        },
        {
          symbol: 'ETHUSDT',
          isTrading: true,
          tickSize: '0.01',
          lotSize: '0.001',
          minNotional: expect.any(String),
          maxLeverage: expect.any(Number),
        },
      ],
    })
  })

  it('reports the stop types it supports, and the spent request allowance', async () => {
    expect(await facts.stops()).toEqual({ ok: true, value: { separate: true, attached: false, byMarkPrice: true } })
    expect(await facts.rate()).toEqual({
      ok: true,
      value: { used: expect.any(Number), limit: 2_400, windowMs: 60_000 },
    })
  })

  it('reports wallet, modes, orders and positions of the account', async () => {
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', quantity: '0.010' }
    expect((await stage.signed('POST', '/fapi/v1/order', order)).status).toBe(200)
    const resting = { ...order, type: 'LIMIT', price: '20000', timeInForce: 'GTC', quantity: '0.010' }
    expect((await stage.signed('POST', '/fapi/v1/order', resting)).status).toBe(200)
    const stop = {
      algoType: 'CONDITIONAL',
      symbol: 'BTCUSDT',
      side: 'SELL',
      type: 'STOP_MARKET',
      triggerPrice: '20000',
    }
    expect((await stage.signed('POST', '/fapi/v1/algoOrder', { ...stop, closePosition: true })).status).toBe(200)
    expect(await facts.account?.wallet()).toMatchObject({ ok: true, value: expect.stringMatching(/^99\d\d\.|^10000$/) })
    expect(await facts.account?.isHedged()).toEqual({ ok: true, value: false })
    expect(await facts.account?.margin()).toEqual({ ok: true, value: { isCross: null, isMultiAsset: false } })
    expect(await facts.account?.orders()).toEqual({ ok: true, value: { regular: 1, conditional: 1 } })
    expect(await facts.account?.positions()).toEqual({ ok: true, value: [{ symbol: 'BTCUSDT', quantity: '0.010' }] })
  })

  it('reports the permissions of the key', async () => {
    expect(await facts.account?.permissions()).toEqual({
      ok: true,
      value: { trade: true, withdraw: false, transfer: false, boundToAddresses: true, expiresAtMs: null },
    })
  })
})

const onStage = async (options: StageOptions, work: (stage: VenueStage) => Promise<void>): Promise<void> => {
  const stage = await openStage(options)
  try {
    await work(stage)
  } finally {
    await stage.close()
  }
}

describe('an exchange that refuses', () => {
  it('reports that a key may withdraw', async () => {
    const permissions = { ...USUAL_PERMISSIONS, enableWithdrawals: true, ipRestrict: false }
    await onStage({ permissions }, async ({ url }) => {
      const facts = openFacts(url, KEYS)
      expect(await facts.account?.permissions()).toMatchObject({
        ok: true,
        value: { withdraw: true, boundToAddresses: false },
      })
      await facts.close()
    })
  })

  it('reports an invalid key without revealing it', async () => {
    await onStage({}, async ({ url }) => {
      const facts = openFacts(url, { ...KEYS, apiKey: 'canary-key' })
      const fact = await facts.account?.wallet()
      expect(fact).toMatchObject({
        ok: false,
        error: { kind: 'KEY_REJECTED', detail: expect.stringMatching(/^-20\d\d /) },
      })
      expect(inspect(fact, { depth: 9 })).not.toContain('canary')
      expect(openFacts(url, undefined).account).toBe(null)
      await facts.close()
    })
  })

  it('is reported as unreachable when there is no response', async () => {
    const stage = await openStage()
    await stage.close()
    const facts = openFacts(stage.url, undefined)
    for (const fact of [await facts.clock(), await facts.symbols(), await facts.rate()]) {
      expect(fact).toMatchObject({ ok: false, error: { kind: 'UNREACHABLE' } })
      expect(JSON.stringify(fact)).not.toContain(stage.url)
    }
    await facts.close()
  })
})
