import ccxt from 'ccxt'
import { describe, expect, it } from 'vitest'
import { EXCHANGE_IDS } from '../../../domain/market/exchanges.ts'
import { listHosts } from './pace-requests.ts'

describe('the hosts of an exchange', () => {
  it.each([
    ['binanceusdm', 'fapi.binance.com'],
    ['bybit', 'api.bybit.com'],
    ['okx', 'www.okx.com'],
    ['bitget', 'api.bitget.com'],
  ] as const)('include the one that serves %s: %s', (id, host) => {
    expect(listHosts(new ccxt.pro[id]())).toContain(host)
  })

  it.each(EXCHANGE_IDS)('leave nothing open at %s', (id) => {
    for (const host of listHosts(new ccxt.pro[id]())) expect(host).toMatch(/^[a-z0-9.-]+(:\d+)?$/)
  })
})
