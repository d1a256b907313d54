import { describe, expect, it } from 'vitest'
import { TRADING_KEY } from '../../test/support/key-permissions-sample.ts'
import { DAY_MS } from '../core/instant.ts'
import { err, ok } from '../core/result.ts'
import {
  judgeKeys,
  judgeMargin,
  judgeOrders,
  judgePermissions,
  judgePositionMode,
  judgePositions,
} from './account-checks.ts'
import type { FactFault } from './exchange-facts.ts'
import type { Finding } from './finding.ts'

const NOW_MS = Date.UTC(2026, 10, 21, 12)
const LIMITS = { nowMs: NOW_MS, expiryDays: 30 }
const REJECTED: FactFault = { kind: 'KEY_REJECTED', detail: '-2015 Invalid API-key, IP, or permissions for action.' }
const AWAY: FactFault = { kind: 'UNREACHABLE', detail: 'connect ECONNREFUSED' }

const gist = ({ level, check, seen }: Finding): string => `${level} ${check}: ${seen}`

describe('keys', () => {
  it.each([
    { wallet: ok('1000.5'), seen: 'ok keys: are accepted; 1000.5 USDT in the wallet' },
    { wallet: err(REJECTED), seen: `fail keys: are rejected: ${REJECTED.detail}` },
    { wallet: err(AWAY), seen: 'warn keys: not reported: connect ECONNREFUSED' },
  ])('are rated by whether they open the account: $seen', ({ wallet, seen }) => {
    expect(gist(judgeKeys(wallet))).toBe(seen)
  })

  it('with the right permissions pass every check', () => {
    expect(judgePermissions(ok(TRADING_KEY), LIMITS).map(gist)).toEqual([
      'ok key: trading: allowed',
      'ok key: withdrawals: not allowed',
      'ok key: transfers: not allowed',
      'ok key: address: bound',
    ])
  })

  it.each([
    { over: { trade: false }, seen: 'fail key: trading: not allowed' },
    { over: { trade: null }, seen: 'warn key: trading: not reported' },
    { over: { withdraw: true }, seen: 'fail key: withdrawals: allowed: anyone with the key can withdraw the funds' },
    { over: { withdraw: null }, seen: 'warn key: withdrawals: not reported' },
    { over: { transfer: true }, seen: 'fail key: transfers: allowed: anyone with the key can withdraw the funds' },
    { over: { transfer: null }, seen: 'warn key: transfers: not reported' },
    { over: { boundToAddresses: false }, seen: 'warn key: address: valid from any address' },
    { over: { boundToAddresses: null }, seen: 'warn key: address: not reported' },
    { over: { expiresAtMs: NOW_MS - 1 }, seen: 'fail key: expiry: ended on 2026-11-21' },
    { over: { expiresAtMs: NOW_MS + 30 * DAY_MS - 1 }, seen: 'warn key: expiry: ends on 2026-12-21, in 29 days' },
    { over: { expiresAtMs: NOW_MS + 30 * DAY_MS }, seen: 'ok key: expiry: ends on 2026-12-21, in 30 days' },
  ])('are rated by their permissions: $seen', ({ over, seen }) => {
    const findings = judgePermissions(ok({ ...TRADING_KEY, ...over }), LIMITS)
    expect(findings.map(gist)).toContain(seen)
    for (const { level, remedy } of findings) expect(remedy !== null).toBe(level !== 'ok')
  })

  it('returns a warning when nothing is reported', () => {
    expect(judgePermissions(err(REJECTED), LIMITS).map(gist)).toEqual([
      `warn key permissions: not reported: ${REJECTED.detail}`,
    ])
  })
})

describe('an account', () => {
  it.each([
    { finding: judgePositionMode(ok(false)), seen: 'ok position mode: one-way' },
    {
      finding: judgePositionMode(ok(true)),
      seen: 'fail position mode: hedge mode: long and short are separate positions',
    },
    { finding: judgePositionMode(err(AWAY)), seen: 'warn position mode: not reported: connect ECONNREFUSED' },
    { finding: judgeOrders(ok({ regular: 0, conditional: 0 })), seen: 'info open orders: none' },
    { finding: judgeOrders(ok({ regular: 2, conditional: 1 })), seen: 'info open orders: 2 resting, 1 conditional' },
    { finding: judgePositions(ok([])), seen: 'info open positions: none' },
    {
      finding: judgePositions(
        ok([
          { symbol: 'BTCUSDT', quantity: '0.010' },
          { symbol: 'ETHUSDT', quantity: '-2' },
        ]),
      ),
      seen: 'info open positions: BTCUSDT 0.010, ETHUSDT -2',
    },
    { finding: judgePositions(err(AWAY)), seen: 'warn open positions: not reported: connect ECONNREFUSED' },
  ])('is reported: $seen', ({ finding, seen }) => {
    expect(gist(finding)).toBe(seen)
  })

  it.each([
    { isCross: true, isMultiAsset: false, levels: ['ok', 'ok'] },
    { isCross: null, isMultiAsset: false, levels: ['ok', 'ok'] },
    { isCross: false, isMultiAsset: true, levels: ['warn', 'warn'] },
    { isCross: true, isMultiAsset: null, levels: ['ok', 'warn'] },
  ])('is rated by its margin mode: $isCross, $isMultiAsset', ({ levels, ...margin }) => {
    expect(judgeMargin(ok(margin)).map(({ level }) => level)).toEqual(levels)
  })
})
