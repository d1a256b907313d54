import { describe, expect, it } from 'vitest'
import { createRandom } from '../server/core/random.ts'
import { readVenueFlags, type VenueFlags } from './venue-flags.ts'

const read = (flags: VenueFlags) => readVenueFlags(flags, createRandom(1))

describe('the flags of the local exchange', () => {
  it('are optional', () => {
    const plan = read({})
    expect(plan).toMatchObject({
      ok: true,
      value: {
        exchange: { market: { kind: 'simulated', seed: 1 }, openingBalance: 1_000_000_000_000n },
        wire: { host: '127.0.0.1', port: 8_781, symbols: [] },
      },
    })
    expect(plan.ok && plan.value.wire.apiKey).toMatch(/^\w{64}$/)
  })

  it('select the market, the listed symbols and the key permissions', () => {
    const plan = read({
      replay: 'feed.jsonl',
      speed: 'max',
      symbols: 'btcusdt, ETHUSDT',
      permissions: 'enableWithdrawals',
    })
    expect(plan).toMatchObject({
      ok: true,
      value: {
        exchange: { market: { kind: 'replay', speed: 'max', loop: false } },
        wire: { symbols: ['BTCUSDT', 'ETHUSDT'], permissions: { enableWithdrawals: true, ipRestrict: true } },
      },
    })
  })

  it('select the wire, with permissions of its own', () => {
    expect(read({ wire: 'bybit' })).toMatchObject({ ok: true, value: { wire: { kind: 'bybit', port: 8_781 } } })
    const plan = read({ wire: 'bybit', permissions: 'Withdraw,-ipRestrict' })
    expect(plan).toMatchObject({
      ok: true,
      value: { wire: { permissions: { ipBound: false, granted: new Set(['Order', 'Position', 'Withdraw']) } } },
    })
    expect(read({})).toMatchObject({ ok: true, value: { wire: { kind: 'binance' } } })
  })

  it.each([
    [{ wire: 'kraken' }, '--wire'],
    [{ wire: 'bybit', permissions: 'enableWithdrawals' }, '--permissions takes names from readOnly'],
    [{ port: '99999' }, '--port'],
    [{ seed: 'x' }, '--seed'],
    [{ historyDays: '0' }, '--history-days must be a whole number from 1 to 30'],
    [{ replay: 'f', speed: '-1' }, '--speed'],
    [{ balance: '-5' }, '--balance'],
    [{ permissions: 'fly' }, '--permissions'],
    [{ faults: '/nowhere/faults.json' }, 'The fault plan /nowhere/faults.json cannot be read'],
  ])('are rejected with the valid syntax: %o', (flags, fault) => {
    expect(read(flags)).toMatchObject({ ok: false, error: [expect.stringContaining(fault)] })
  })

  it('are all checked before the first rejection', () => {
    const plan = read({ port: 'x', seed: 'x', balance: 'x' })
    expect(plan.ok ? 0 : plan.error.length).toBe(3)
  })
})
