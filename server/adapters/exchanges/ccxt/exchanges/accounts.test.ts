import type { Exchange } from 'ccxt'
import { describe, expect, it } from 'vitest'
import { A_LISTING } from '../execution/reading-fixture.ts'
import { bitgetOrders } from './bitget/orders.ts'
import { bybitOrders } from './bybit/orders.ts'
import { getDialect } from './index.ts'
import { okxOrders } from './okx/orders.ts'

/** The library as it answers every question the same. */
const answering = (answer: unknown): Exchange => new Proxy({}, { get: () => async () => answer }) as Exchange

describe('a wallet', () => {
  const bybit = (list: object[]) => ({ result: { list } })

  it.each<[string, unknown, string | undefined]>([
    ['with its coin', bybit([{ totalEquity: '5', coin: [{ coin: 'USDT', walletBalance: '4.5' }] }]), '4.5'],
    ['that never held any and is worth nothing', bybit([{ totalEquity: '0', coin: [] }]), '0'],
    ['whose coin is missing although it is worth something', bybit([{ totalEquity: '5', coin: [] }]), undefined],
    ['without a reported value', bybit([{ totalEquity: '', coin: [] }]), undefined],
  ])('of Bybit %s', async (_what, answer, expected) => {
    expect(await bybitOrders.wallet(answering(answer))).toBe(expected)
  })

  const okx = (data: object[]) => ({ code: '0', data })

  it.each<[string, unknown, string | undefined]>([
    ['with its coin', okx([{ totalEq: '5', details: [{ ccy: 'USDT', cashBal: '4.5' }] }]), '4.5'],
    ['that never held any and is worth nothing', okx([{ totalEq: '0', details: [] }]), '0'],
    ['whose coin is missing although it is worth something', okx([{ totalEq: '5', details: [] }]), undefined],
  ])('of OKX %s', async (_what, answer, expected) => {
    expect(await okxOrders.wallet(answering(answer))).toBe(expected)
  })

  it('without an owner is not a wallet at Bitget, and an account that is not listed gives no result at Bybit and OKX', async () => {
    expect(await bitgetOrders.wallet(answering({ data: [] }))).toBeUndefined()
    await expect(bybitOrders.wallet(answering(bybit([])))).rejects.toThrow('the exchange did not return a list')
    await expect(okxOrders.wallet(answering(okx([])))).rejects.toThrow('the exchange did not return a list')
  })
})

describe('the position mode of Bybit', () => {
  it.each<[string, unknown[], boolean | undefined]>([
    ['is one-way where a symbol has one place', [0], false],
    ['is hedge when it has two sides, whatever they hold', [1, 2], true],
    ['is hedge when one of two sides is listed', [2], true],
    ['is unknown when no side is listed', [], undefined],
    ['is not known where the place is none we know', [7], undefined],
  ])('%s', async (_what, indexes, expected) => {
    const list = indexes.map((positionIdx) => ({ symbol: 'BTCUSDT', size: '0', positionIdx }))
    expect(await bybitOrders.account.isHedged(answering({ result: { list } }), [A_LISTING])).toBe(expected)
  })

  it('is unknown when no symbol is queried', async () => {
    expect(await bybitOrders.account.isHedged(answering({ result: { list: [] } }), [])).toBeUndefined()
  })
})

describe('key permissions', () => {
  const okx = (perm: unknown) => ({ data: [{ perm, ip: '' }] })

  it.each([
    ['read_only,trade', true, false],
    ['read_only, trade, withdraw', true, true],
    ['read_only', false, false],
    ['trade;withdraw', null, null],
    ['everything', null, null],
    ['', null, null],
    [undefined, null, null],
  ])('at OKX by %j: trades %j, withdraws %j', async (perm, trade, withdraw) => {
    expect(await okxOrders.account.permissions(answering(okx(perm)))).toMatchObject({ trade, withdraw })
  })

  const may = (trade: boolean | null, withdraw: boolean | null, transfer: boolean | null) => ({
    trade,
    withdraw,
    transfer,
  })

  it.each<[string, unknown, ReturnType<typeof may>]>([
    ['all of it', { ContractTrade: ['Order'], Wallet: ['Withdraw', 'AccountTransfer'] }, may(true, true, true)],
    ['trading alone', { ContractTrade: ['Order', 'Position'], Wallet: [] }, may(true, false, false)],
    ['nothing of contracts', { ContractTrade: [], Derivatives: [], Wallet: [] }, may(false, false, false)],
    ['nothing at all', undefined, may(null, null, null)],
    ['no list', { ContractTrade: 'Order', Wallet: 'Withdraw' }, may(null, null, null)],
  ])('at Bybit where it reports %s', async (_what, permissions, expected) => {
    const answer = { result: { readOnly: 0, permissions } }
    expect(await bybitOrders.account.permissions(answering(answer))).toMatchObject(expected)
  })
})

describe('a position', () => {
  it.each([
    ['binanceusdm', [{ positionSide: 'BOTH' }], false],
    ['binanceusdm', [{ positionSide: 'LONG' }], true],
    ['bybit', { result: { list: [{ positionIdx: 0 }] } }, false],
    ['bybit', { result: { list: [{ positionIdx: 2 }] } }, true],
    ['okx', { data: [{ posSide: 'net' }] }, false],
    ['okx', { data: [{ posSide: 'short' }] }, true],
    ['bitget', { data: [{ posMode: 'one_way_mode' }] }, false],
    ['bitget', { data: [{ posMode: 'hedge_mode' }] }, true],
  ] as const)('at %s in %j is separate from the other side: %j', async (id, answer, hedged) => {
    expect(await getDialect(id).orders.positions(answering(answer), [])).toMatchObject([{ hedged }])
  })
})
