import { describe, expect, it } from 'vitest'
import { TRADING_KEY } from '../../../../test/support/key-permissions-sample.ts'
import { aRoute, MONITOR, ORDER, PAUSE, ROUTES, STOP } from '../../../../test/support/route-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../../../test/support/truth-samples.ts'
import { DAY_MS } from '../../../core/instant.ts'
import type { RouteTruth } from '../../inputs/http.ts'
import { securityRbacTruth } from './rules.ts'

const IDENTITY = {
  algorithm: 'Ed25519',
  tokenType: 'at+jwt',
  accessTtlMs: 900_000,
  refreshIdleMs: 28_800_000,
  refreshAbsoluteMs: DAY_MS,
  keys: [{ kid: 'k-1', createdAtMs: TAKEN_AT_MS - DAY_MS, rotateDueAtMs: TAKEN_AT_MS + DAY_MS, signs: true }],
  passwords: { scheme: 'argon2id', parameters: 'm=47104,t=1,p=1', outdated: 0 },
  users: 2,
  powerful: 1,
  powerfulWithSecondFactor: 0,
  secondFactorRequired: false,
  strangeRoles: 0,
  lately: { loggedIn: 3, loginFailed: 2, loginThrottled: 1, sessionRevoked: 4, refreshReused: 0 },
}

const HOST_SECURITY = {
  transport: { tls: false, loopback: true },
  secrets: { modesOk: true, newestKeyAtMs: null },
  lockfileDigest: 'a'.repeat(64),
}

const AUDIT = { status: 'RECORDED', size: 7, root: 'r', lastCheckpointAt: null, broken: null } as const

const WELL = {
  routes: ROUTES,
  identity: IDENTITY,
  exchangeKey: { rights: null },
  custody: HOST_SECURITY,
  audit: AUDIT,
} satisfies InputValues

const judgeCodes = (values: InputValues, parts: Parameters<typeof aSnapshot>[1] = {}) => {
  const { verdict, reasons } = report(securityRbacTruth, aSnapshot(values, parts))
  return [verdict, ...reasons.map(({ code }) => code)]
}

const without = (name: keyof typeof WELL): InputValues =>
  Object.fromEntries(Object.entries(WELL).filter(([key]) => key !== name))

const replaced = (old: RouteTruth, made: RouteTruth): InputValues => ({
  ...WELL,
  routes: ROUTES.map((route) => (route === old ? made : route)),
})

describe('security-rbac-truth', () => {
  it('is enforced when the guard answers as declared and every invariant holds', () => {
    const made = report(securityRbacTruth, aSnapshot(WELL))
    expect(made).toMatchObject({
      verdict: 'ENFORCED',
      severity: 'OK',
      summary: 'Access control holds: 45 access decisions for 9 routes are as declared, and 10 of 10 invariants hold.',
    })
    expect(made.missingEvidence).toMatchObject([
      { code: 'SBOM' },
      { code: 'DEPENDENCY_AUDIT' },
      { code: 'CANARY_SCAN', remedy: 'No action required: this version does not measure it.' },
      { code: 'AUDIT_ANCHOR', remedy: expect.stringContaining('plimsoll audit checkpoint') },
    ])
  })

  it('shows how far the audit log was verified at the start', () => {
    const verifiedTo = (audit: InputValues['audit']) =>
      (report(securityRbacTruth, aSnapshot({ ...WELL, ...(audit && { audit }) })).data as { audit: object }).audit
    expect(verifiedTo({ ...AUDIT, verifiedTo: 5 })).toMatchObject({ size: 7, verifiedTo: 5 })
    expect(verifiedTo(AUDIT)).toMatchObject({ verifiedTo: null })
  })

  it('shows every answer of the guard, HEAD together with GET', () => {
    const { data } = report(securityRbacTruth, aSnapshot(WELL))
    const { router, matrix, tokens, logins, mfa } = data as {
      router: object
      matrix: { path: string; method: string }[]
      tokens: object
      logins: object
      mfa: object
    }
    expect(router).toMatchObject({ routes: 9, withoutEffect: 0, withoutRoles: 0 })
    expect(matrix.map(({ method }) => method)).not.toContain('HEAD')
    expect(matrix.find(({ path }) => path === '/api/emergency-stop')).toEqual({
      method: 'POST',
      path: '/api/emergency-stop',
      effect: 'CONTROL_RESTRICT',
      authRequired: true,
      rolesAnyOf: ['TRADER', 'ADMIN'],
      scopes: [],
      audited: true,
      idempotency: 'BY_NATURE',
      rateLimitPolicy: 'none for its roles, else control',
      decisions: { anonymous: '401', VIEWER: 'DENY', OPERATOR: 'DENY', TRADER: 'ALLOW', ADMIN: 'ALLOW' },
      probe: { agrees: true, ranAt: '2026-01-02T03:04:05.678Z' },
      observed24h: { allowed: 0, denied401: 0, denied403: 0 },
    })
    expect(tokens).toMatchObject({ accessTtlSec: 900, refreshIdleSec: 28_800, revokedSessions24h: 4 })
    expect(logins).toEqual({ success24h: 3, failed24h: 2, throttled24h: 1 })
    expect(mfa).toEqual({ required: false, enrolledPct: 0 })
  })

  it.each([
    ['a third control route', [...ROUTES, { ...STOP, url: '/api/autotrading/resume' }], 'TWO_CONTROL_ROUTES'],
    ['no stop', ROUTES.filter((route) => route !== STOP), 'TWO_CONTROL_ROUTES'],
    ['a route without effect', [...ROUTES, aRoute({ effect: null })], 'EFFECT_DECLARED'],
    ['a route without roles', [...ROUTES, aRoute({ access: null })], 'EFFECT_DECLARED'],
    [
      'an open route of the API',
      [...ROUTES, aRoute({ url: '/api/v381/account/balance', access: 'OPEN' })],
      'OPEN_LIST_ONLY',
    ],
    ['an undeclared address', [...ROUTES, aRoute({ url: '/api/v381/secrets' })], 'GUARD_AS_DECLARED'],
  ])('is violated by %s', (_name, routes, code) => {
    const [verdict, ...codes] = judgeCodes({ ...WELL, routes })
    expect(verdict).toBe('VIOLATION')
    expect(codes).toContain(code)
  })

  const withDecisions = (route: RouteTruth, answers: Partial<RouteTruth['decisions']>): RouteTruth => ({
    ...route,
    decisions: { ...route.decisions, ...answers },
  })

  it.each([
    ['an operator may stop', STOP, withDecisions(STOP, { OPERATOR: 'ALLOWED' }), 'STOP_FOR_TWO_ROLES'],
    ['a trader may not stop', STOP, withDecisions(STOP, { TRADER: 'FORBIDDEN' }), 'STOP_FOR_TWO_ROLES'],
    ['a viewer may pause', PAUSE, withDecisions(PAUSE, { VIEWER: 'ALLOWED' }), 'PAUSE_FOR_THREE_ROLES'],
    ['an operator may order', ORDER, withDecisions(ORDER, { OPERATOR: 'ALLOWED' }), 'GUARD_AS_DECLARED'],
    ['a stranger may order', ORDER, withDecisions(ORDER, { anonymous: 'OPEN' }), 'OPEN_LIST_ONLY'],
    ['an order is not audited', ORDER, { ...ORDER, audited: false }, 'CHANGES_ARE_AUDITED'],
    ['a monitor writes', MONITOR, { ...MONITOR, effect: 'ORDER_INSTRUCTION' as const }, 'MONITOR_READS'],
  ])('is violated when %s', (_name, old, made, code) => {
    const [verdict, ...codes] = judgeCodes(replaced(old, made))
    expect(verdict).toBe('VIOLATION')
    expect(codes).toContain(code)
  })

  it.each([
    ['a role that is none', { identity: { ...IDENTITY, strangeRoles: 1 } }, 'ROLES_ARE_KNOWN'],
    ['a key that can withdraw', { exchangeKey: { rights: { ...TRADING_KEY, withdraw: true } } }, 'KEY_CANNOT_WITHDRAW'],
    ['an audit that was changed', { audit: { ...AUDIT, broken: 'line 3' } }, 'AUDIT_BROKEN'],
  ])('is violated by %s, even when that was observed long ago', (_name, changes, code) => {
    const agesMs = { identity: DAY_MS, exchangeKey: DAY_MS, audit: DAY_MS }
    expect(judgeCodes({ ...WELL, ...changes })).toEqual(['VIOLATION', code])
    expect(judgeCodes({ ...WELL, ...changes }, { agesMs })).toEqual(['VIOLATION', code])
  })

  it.each(['routes', 'identity', 'exchangeKey', 'custody', 'audit'] as const)('is insufficient without %s', (name) => {
    expect(judgeCodes(without(name))[0]).toBe('INSUFFICIENT_EVIDENCE')
  })

  it.each([
    ['routes', 600_000, 'ENFORCED'],
    ['routes', 600_001, 'INSUFFICIENT_EVIDENCE'],
    ['exchangeKey', 600_001, 'INSUFFICIENT_EVIDENCE'],
    ['identity', 5_001, 'INSUFFICIENT_EVIDENCE'],
  ])('relies on %s of %i ms ago: %s', (name, ageMs, verdict) => {
    expect(judgeCodes(WELL, { agesMs: { [name]: ageMs } })[0]).toBe(verdict)
  })

  it('is insufficient while the exchange does not report whether the key can withdraw', () => {
    const made = report(
      securityRbacTruth,
      aSnapshot({ ...WELL, exchangeKey: { rights: { ...TRADING_KEY, withdraw: null } } }),
    )
    expect(made).toMatchObject({
      verdict: 'INSUFFICIENT_EVIDENCE',
      missingEvidence: [{ code: 'KEY_CANNOT_WITHDRAW', producedBy: 'exchange' }],
    })
  })
})

describe('security weaknesses', () => {
  const NEXT = { ...IDENTITY, keys: [{ ...IDENTITY.keys[0], rotateDueAtMs: TAKEN_AT_MS - 1 }] }
  const expiringIn = (ms: number) => ({ exchangeKey: { rights: { ...TRADING_KEY, expiresAtMs: TAKEN_AT_MS + ms } } })

  it.each([
    ['a signing key past its date', { identity: NEXT as typeof IDENTITY }, 'SIGNING_KEY_OLD'],
    [
      'hashes of another cost',
      { identity: { ...IDENTITY, passwords: { ...IDENTITY.passwords, outdated: 1 } } },
      'PASSWORDS_OF_OLD_COST',
    ],
    ['a key that expires soon', expiringIn(30 * DAY_MS - 1), 'EXCHANGE_KEY_EXPIRES'],
    ['a network without TLS', { custody: { ...HOST_SECURITY, transport: { tls: false, loopback: false } } }, 'NO_TLS'],
    [
      'secrets others can read',
      { custody: { ...HOST_SECURITY, secrets: { modesOk: false, newestKeyAtMs: null } } },
      'SECRETS_READABLE',
    ],
  ])('%s', (_name, changes, code) => {
    expect(judgeCodes({ ...WELL, ...changes })).toEqual(['WEAKENED', code])
  })

  it.each([
    ['a key that expires later', expiringIn(30 * DAY_MS)],
    ['a proxy that ends TLS', { custody: { ...HOST_SECURITY, transport: { tls: true, loopback: false } } }],
    [
      'an old key that signs nothing more',
      {
        identity: {
          ...IDENTITY,
          keys: [...IDENTITY.keys, { kid: 'k-0', createdAtMs: 0, rotateDueAtMs: 1, signs: false }],
        },
      },
    ],
    [
      'a system without permissions of files',
      { custody: { ...HOST_SECURITY, secrets: { modesOk: null, newestKeyAtMs: null } } },
    ],
  ])('not %s', (_name, changes) => {
    expect(judgeCodes({ ...WELL, ...changes })).toEqual(['ENFORCED'])
  })

  it('are reported with their number', () => {
    const one = { ...WELL, identity: { ...IDENTITY, passwords: { ...IDENTITY.passwords, outdated: 1 } } }
    expect(report(securityRbacTruth, aSnapshot(one)).summary).toBe(
      'Access control holds for 9 routes and 5 kinds of caller, and 1 safeguard is weak: 1 password is hashed with outdated parameters.',
    )
  })

  it('include with real money: no two-factor authentication and no external copy of the audit log', () => {
    const live = { ...WELL, exchangeKey: { rights: TRADING_KEY } }
    expect(judgeCodes(live, { mode: 'LIVE' })).toEqual(['WEAKENED', 'NO_SECOND_FACTOR', 'AUDIT_NOT_ANCHORED'])
  })
})
