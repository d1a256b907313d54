import { describe, expect, it } from 'vitest'
import type { DecisionPacket } from '../../../../contract/monitor/live-readiness-decision-packet.ts'
import { TRADING_KEY } from '../../../../test/support/key-permissions-sample.ts'
import { aCheck, aWaiver, readyInputs, readyReports } from '../../../../test/support/readiness-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS } from '../../../core/instant.ts'
import type { KeyPermissions } from '../../../domain/account/account.ts'
import type { KeyReading, ReadinessCheck } from '../../inputs/go-live.ts'
import { liveReadinessDecisionPacket as surface } from './packet-rules.ts'

const FINGERPRINT = '1'.repeat(64)
const LIVE_KEY = { exchange: 'okx', url: null, key: { apiKey: 'abcd…wxyz', fingerprint: FINGERPRINT } }

const aReading = (
  permissions: Partial<KeyPermissions> = {},
  { key = {}, ...check }: Partial<Omit<ReadinessCheck, 'key'>> & { readonly key?: Partial<KeyReading> } = {},
): ReadinessCheck =>
  aCheck({
    kind: 'KEY',
    subject: FINGERPRINT,
    key: { ...KEY, permissions: { ...TRADING_KEY, ...permissions }, rejection: null, ...key } as KeyReading,
    ...check,
  })

const KEY = { exchange: 'okx', url: null, apiKey: 'abcd…wxyz' }
const aRejection = (): ReadinessCheck =>
  aCheck({
    kind: 'KEY',
    subject: FINGERPRINT,
    key: { ...KEY, permissions: null, rejection: '50111 Invalid OK-ACCESS-KEY' },
  })

const judge = (readinessChecks: readonly ReadinessCheck[], inputs: InputValues = {}) => {
  const values = readyInputs({ liveKey: LIVE_KEY, readinessChecks, waivers: [aWaiver({ gateId: 'LR16' })], ...inputs })
  const packet = report(surface, aSnapshot(values), readyReports()).data as DecisionPacket
  return packet.gates.find(({ id }) => id === 'LR16')
}

describe('the exchange key of a server on paper', () => {
  it.each<[string, readonly ReadinessCheck[], string]>([
    ['a day ago', [aReading({}, { atMs: TAKEN_AT_MS - DAY_MS + 1 })], 'PASS'],
    ['more than a day ago', [aReading({}, { atMs: TAKEN_AT_MS - DAY_MS })], 'MISSING'],
    ['never', [], 'MISSING'],
    ['for another key', [aReading({}, { subject: '2'.repeat(64) })], 'MISSING'],
    ['at another exchange', [aReading({}, { key: { exchange: 'bybit' } })], 'MISSING'],
    ['at another address', [aReading({}, { key: { url: 'http://127.0.0.1:1' } })], 'MISSING'],
    ['with withdrawals', [aReading({ withdraw: true })], 'FAIL'],
    ['with withdrawals, long ago', [aReading({ withdraw: true }, { atMs: TAKEN_AT_MS - 9 * DAY_MS })], 'FAIL'],
    ['with transfers', [aReading({ transfer: true })], 'FAIL'],
    ['without trading', [aReading({ trade: false })], 'FAIL'],
    ['from any address, and in part not reported', [aReading({ boundToAddresses: false, transfer: null })], 'FAIL'],
    ['about to expire', [aReading({ expiresAtMs: TAKEN_AT_MS + 30 * DAY_MS - 1 })], 'FAIL'],
    ['and rejected by the exchange', [aReading(), aRejection()], 'FAIL'],
    ['and accepted after a rejection', [aRejection(), aReading()], 'PASS'],
    ['restricted after it was not', [aReading({ boundToAddresses: false }), aReading()], 'PASS'],
    ['unrestricted after it was', [aReading(), aReading({ boundToAddresses: false })], 'FAIL'],
  ])('read %s', (_what, checks, status) => {
    expect(judge(checks)).toMatchObject({ status, waivable: false, waived: false })
  })

  it('needs a waiver only where the exchange does not report every permission, or there is no exchange', () => {
    expect(judge([aReading({ withdraw: null })])).toMatchObject({ status: 'PASS', waivable: true, waived: true })
    const simulated = { liveKey: { exchange: null, url: null, key: null } }
    expect(judge([aReading()], simulated)).toMatchObject({ status: 'PASS', waivable: true, waived: true })
  })

  it('names the command that is missing', () => {
    const doctor = 'plimsoll doctor --exchange okx'
    expect(judge([])).toMatchObject({ measured: null, remedy: `With this server running: ${doctor}.` })
    expect(judge([], { liveKey: { ...LIVE_KEY, key: null } })).toMatchObject({
      measured: 'no key stored',
      remedy: `Store the key: plimsoll keys add --exchange okx; then: ${doctor}.`,
    })
    expect(judge([aReading({ boundToAddresses: false })])).toMatchObject({
      measured: 'not restricted to an IP address: abcd…wxyz, read at 2026-01-02T02:04:05.678Z',
      remedy: `Restrict the key to the address of this machine at the exchange; then: ${doctor}.`,
    })
    expect(judge([aRejection()])).toMatchObject({
      measured: 'rejected by the exchange (50111 Invalid OK-ACCESS-KEY): abcd…wxyz, read at 2026-01-02T02:04:05.678Z',
      remedy: `Check the key at the exchange (revoked, expired, address not allowed), and replace the stored one: plimsoll keys add --replace; then: ${doctor}.`,
    })
    expect(judge([aReading({}, { subject: '2'.repeat(64) })])?.measured).toMatch(/^another key: abcd…wxyz, read at /)
    const url = 'http://127.0.0.1:8781'
    expect(judge([], { liveKey: { ...LIVE_KEY, url } })?.remedy).toContain(`${doctor} --exchange-url ${url}.`)
  })
})
