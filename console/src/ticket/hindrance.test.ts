import { expect, it } from 'vitest'
import { increasingHindrance, reducingHindrance } from './hindrance.ts'

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
  [{ status: undefined }, /not known yet/],
  [{ status: { ...STATUS, latch: { ...STATUS.latch, engaged: true } } }, /emergency stop is engaged/],
  [{ status: { ...STATUS, allowed: { ...ALLOWED, manualIncreasing: false } } }, /The engine has been started\./],
  [{ isConnected: false }, /no connection/],
  [{ market: 'STALE' }, /BTCUSDT was not seen lately/],
] as const)('hinders at %o what may increase', (change, words) => {
  const hindrance = increasingHindrance({ ...STANDING, ...change })
  if (words === undefined) expect(hindrance).toBeUndefined()
  else expect(hindrance).toMatch(words)
})

it('lets reduce whoever the engine lets', () => {
  expect(reducingHindrance({ status: undefined })).toBeUndefined()
  expect(reducingHindrance({ status: STATUS })).toBeUndefined()
  const status = { ...STATUS, allowed: { ...ALLOWED, manualReducing: false } }
  expect(reducingHindrance({ status })).toMatch(/takes no orders now: The engine has been started\./)
})
