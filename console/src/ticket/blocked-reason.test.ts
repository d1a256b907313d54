import { expect, it } from 'vitest'
import { increasingBlockedReason, orderBefore, reducingBlockedReason } from './blocked-reason.ts'

const ALLOWED = { entries: true, exits: true, manualIncreasing: true, manualReducing: true }
const STATUS = {
  allowed: ALLOWED,
  latch: { engaged: false, stopId: null, at: null },
  stateReason: { code: 'STARTED', message: 'The engine has been started.' },
}
const STANDING = { status: STATUS, isConnected: true, market: 'LIVE', symbol: 'BTCUSDT' } as const

it.each([
  [{}, undefined],
  [{ market: 'DELAYED' }, undefined],
  [{ status: undefined }, /not yet known/],
  [{ status: { ...STATUS, latch: { ...STATUS.latch, engaged: true } } }, /emergency stop is engaged/],
  [{ status: { ...STATUS, allowed: { ...ALLOWED, manualIncreasing: false } } }, /The engine has been started\./],
  [{ isConnected: false }, /Disconnected/],
  [{ market: 'STALE' }, /no recent market data for BTCUSDT/],
] as const)('blocks risk-increasing orders at %o', (change, words) => {
  const blockedReason = increasingBlockedReason({ ...STANDING, ...change })
  if (words === undefined) expect(blockedReason).toBeUndefined()
  else expect(blockedReason).toMatch(words)
})

it('allows reducing orders whenever the engine does', () => {
  expect(reducingBlockedReason({ status: undefined })).toBeUndefined()
  expect(reducingBlockedReason({ status: STATUS })).toBeUndefined()
  const status = { ...STATUS, allowed: { ...ALLOWED, manualReducing: false } }
  expect(reducingBlockedReason({ status })).toMatch(/is not accepting orders: The engine has been started\./)
})

it('blocks increasing orders after an unanswered one, except a repeat of it', () => {
  const request = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' } as const
  const unanswered = { name: 'unanswered', request } as const
  const another = { ...request, qty: '0.003' }
  expect(orderBefore(unanswered, { request, reduceOnly: false })).toBeUndefined()
  expect(orderBefore(unanswered, { request: another, reduceOnly: false })).toMatch(
    /outcome of the previous order is unknown/,
  )
  expect(orderBefore(unanswered, { request: { ...another, reduceOnly: true }, reduceOnly: true })).toBeUndefined()
  expect(orderBefore({ name: 'pending', request }, { request, reduceOnly: true })).toMatch(/still being placed/)
})
