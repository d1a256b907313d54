import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { createSecret } from '../adapters/keys/exchange-keys.ts'
import { openKeyring } from '../adapters/keys/keyring.ts'
import { createIds } from '../core/id.ts'
import type { LiveGrant } from '../domain/control/live-grant.ts'
import { DONE } from '../engine/model/outcomes.ts'
import type { ReadinessCheck } from '../monitor/inputs/go-live.ts'
import { followGrant, openGoLive, openPractice } from './go-live.ts'

const NOW = Date.UTC(2026, 0, 2)

const GRANT: LiveGrant = {
  packetId: 'pkt_01KE3Y9R9B0000000000000000',
  packetHash: 'a'.repeat(64),
  constitutionHash: 'b'.repeat(64),
  buildDigest: 'c'.repeat(64),
  scope: 'AUTOTRADING',
  reason: 'thirty good days',
  grantedAtMs: NOW,
  expiresAtMs: NOW + 1_000,
}

const open = (dataDir: string, nowMs = NOW) =>
  openGoLive({
    dataDir,
    limits: { hash: 'b'.repeat(64) },
    exchange: { id: 'bybit', url: undefined },
    market: 'bybit',
    keys: openKeyring(dataDir, { N: 16, r: 1, p: 1 }),
    submit: async () => DONE,
    ids: createIds({ now: () => nowMs, random: () => 0 }),
    now: () => nowMs,
  })

describe('the live grant of the host', () => {
  it('is absent at first', () => {
    const { readiness } = open(aTempDirectory())
    expect([readiness.waivers(), readiness.liveGrant(), readiness.packets()]).toEqual([[], { grant: null }, undefined])
  })

  it('survives the process, and is reported while it lasts', () => {
    const dataDir = aTempDirectory()
    open(dataDir).grant.set(GRANT)
    const given = { grant: { expiresAtMs: NOW + 1_000, matchesConstitution: true, scope: GRANT.scope } }
    expect(open(dataDir).readiness.liveGrant()).toEqual(given)
    expect(open(dataDir, NOW + 1_000).readiness.liveGrant()).toEqual({ grant: null })
    expect(JSON.parse(readFileSync(join(dataDir, 'live-grant.json'), 'utf8'))).toEqual(GRANT)
  })

  it('is absent when its files cannot be read', () => {
    const dataDir = aTempDirectory()
    for (const name of ['waivers.json', 'live-grant.json']) writeFileSync(join(dataDir, name), '{"half":')
    const { readiness } = open(dataDir)
    expect([readiness.waivers(), readiness.liveGrant()]).toEqual([undefined, undefined])
  })
})

const CHECK: ReadinessCheck = {
  kind: 'PRACTICE',
  by: 'ENGINE',
  recordedAtMs: NOW,
  atMs: NOW,
  subject: 'okx',
  count: 6,
  faults: 0,
  note: null,
}

describe('recorded checks', () => {
  it('count for the exchange they were made at, others everywhere', () => {
    const dataDir = aTempDirectory()
    const here = { ...CHECK, subject: 'bybit' }
    const simulation: ReadinessCheck = { ...CHECK, kind: 'SIMULATION', subject: 'b'.repeat(64) }
    open(dataDir).checks.set([CHECK, here, simulation])
    expect(open(dataDir).readiness.checks()).toEqual([here, simulation])
  })

  it('contain readings of a key only with its permissions', () => {
    const dataDir = aTempDirectory()
    const permissions = { trade: true, withdraw: null, transfer: false, boundToAddresses: true, expiresAtMs: NOW }
    const key = { exchange: 'bybit', url: null, apiKey: 'abcd…wxyz', permissions, rejection: null }
    const reading: ReadinessCheck = { ...CHECK, kind: 'KEY', key }
    open(dataDir).checks.set([reading])
    expect(open(dataDir).readiness.checks()).toEqual([reading])
    const half: ReadinessCheck = { ...CHECK, kind: 'KEY' }
    open(dataDir).checks.set([half])
    expect(open(dataDir).readiness.checks()).toBeUndefined()
  })

  it('contain comparisons of fills only of this market, and only with a valid result', () => {
    const dataDir = aTempDirectory()
    const fills = { medianBps: 0.5, incomplete: null, fromMs: NOW - 1_000, toMs: NOW }
    const comparison: ReadinessCheck = { ...CHECK, kind: 'FILLS', subject: 'bybit', fills }
    open(dataDir).checks.set([comparison, { ...comparison, subject: 'bybit at http://127.0.0.1:8781' }])
    expect(open(dataDir).readiness.checks()).toEqual([comparison])
    for (const changes of [{ medianBps: -1 }, { fromMs: NOW + 1 }, { toMs: 1e16 }, { incomplete: 'two\nlines' }]) {
      open(dataDir).checks.set([{ ...comparison, fills: { ...fills, ...changes } }])
      expect(open(dataDir).readiness.checks()).toBeUndefined()
    }
    const half: ReadinessCheck = { ...CHECK, kind: 'FILLS' }
    open(dataDir).checks.set([half])
    expect(open(dataDir).readiness.checks()).toBeUndefined()
  })

  it('are made at the exchange of a demo run only', () => {
    const { checks } = open(aTempDirectory())
    const market = { kind: 'exchange', id: 'bybit', symbols: [], url: undefined, passphrasePath: undefined } as const
    const parts = { clock: () => NOW, logger: pino({ enabled: false }) }
    const isOpen = (changes: object) =>
      openPractice({ ...market, execution: 'practice', ...changes }, checks, parts) !== undefined
    expect(isOpen({})).toBe(true)
    for (const changes of [{ execution: 'paper' }, { execution: 'live' }, { url: 'http://127.0.0.1:8781' }])
      expect(isOpen(changes)).toBe(false)
  })
})

describe('the key that live trading would use', () => {
  const keys = { apiKey: 'canaryKEYcanaryKEYcanaryKEY0', secret: 'canary-secret', password: null }

  it('has another fingerprint once it is stored again', async () => {
    const dataDir = aTempDirectory()
    const keyring = openKeyring(dataDir, { N: 16, r: 1, p: 1 })
    const store = async () => {
      const order = { exchange: 'bybit', label: 'main', keys, atMs: NOW, entropy: randomBytes }
      keyring.put(await keyring.seal(order, createSecret('a passphrase')), true)
      return open(dataDir).readiness.liveKey()
    }
    expect(open(dataDir).readiness.liveKey()).toEqual({ exchange: 'bybit', url: null, key: null })
    const first = await store()
    expect(first).toEqual({
      exchange: 'bybit',
      url: null,
      key: { apiKey: 'cana…KEY0', fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) },
    })
    expect(open(dataDir).readiness.liveKey()).toEqual(first)
    expect((await store())?.key?.fingerprint).not.toBe(first?.key?.fingerprint)
    writeFileSync(join(dataDir, 'keys.json'), '{')
    expect(open(dataDir).readiness.liveKey()).toBeUndefined()
  })
})

describe('at the start the engine', () => {
  const follow = async (grant: LiveGrant | null | undefined, remembered: LiveGrant | null, nowMs = NOW) => {
    const grants: (LiveGrant | null)[] = []
    await followGrant({
      grant: { get: () => grant, set: () => {} },
      granting: {
        set: async (given) => {
          grants.push(given)
          return { ok: true }
        },
      },
      remembered,
      buildDigest: 'c'.repeat(64),
      now: () => nowMs,
    })
    return grants
  }

  it.each<[string, LiveGrant | null | undefined, LiveGrant | null, (LiveGrant | null)[]]>([
    ['receives the grant in the file', GRANT, null, [GRANT]],
    ['receives nothing that it remembers already', GRANT, GRANT, []],
    ['receives the withdrawal of the grant', null, GRANT, [null]],
    ['is given nothing from a file that cannot be read', undefined, GRANT, [null]],
    ['is given nothing that was for another build', { ...GRANT, buildDigest: 'd'.repeat(64) }, null, []],
    ['receives nothing when there is no grant', null, null, []],
  ])('%s', async (_what, grant, remembered, expected) => {
    expect(await follow(grant, remembered)).toEqual(expected)
  })

  it('receives no expired grant', async () => {
    expect(await follow(GRANT, GRANT, NOW + 1_000)).toEqual([null])
  })
})
