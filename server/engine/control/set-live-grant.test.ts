import { describe, expect, it } from 'vitest'
import { anEngineState } from '../../../test/support/engine-state.ts'
import { NOON_MS } from '../../../test/support/market-samples.ts'
import type { LiveGrant } from '../../domain/control/live-grant.ts'
import { HOST } from '../model/events.ts'
import { step } from '../run/step.ts'
import { applyFact, createLedger } from '../state/ledger.ts'
import { isLedgerFact } from '../state/ledger-facts.ts'

const GRANT: LiveGrant = {
  packetId: 'pkt_01KE3Y9R9B0000000000000000',
  packetHash: 'a'.repeat(64),
  constitutionHash: 'b'.repeat(64),
  buildDigest: 'c'.repeat(64),
  scope: 'AUTOTRADING',
  reason: 'thirty good days',
  grantedAtMs: NOON_MS,
  expiresAtMs: NOON_MS + 1_000,
}

const instructed = {
  actor: HOST,
  requestId: null,
  idempotency: null,
  reason: 'thirty good days',
  auditId: 'aud_01KAM0000000000000000000AA',
} as const

describe('a live grant', () => {
  it('is a fact with its line in the audit log, and survives the process', () => {
    const state = anEngineState()
    const { facts } = step(state, {
      kind: 'command',
      command: { kind: 'setLiveGrant', grant: GRANT, instructed },
      atMs: NOON_MS,
    })
    expect(facts.map(({ kind }) => kind)).toEqual(['liveGrantChanged', 'audited'])
    expect(facts[1]).toMatchObject({ entry: { action: 'LIVE_GRANT', target: GRANT.packetId, outcome: 'DONE' } })
    expect(state.ledger.liveGrant).toEqual(GRANT)
    const recovered = createLedger()
    for (const fact of facts) if (isLedgerFact(fact)) applyFact(recovered, fact)
    expect(recovered.liveGrant).toEqual(GRANT)
  })

  it('retains the time of the first one', () => {
    const state = anEngineState()
    const setGrant = (grant: LiveGrant | null, atMs: number): unknown =>
      step(state, { kind: 'command', command: { kind: 'setLiveGrant', grant, instructed }, atMs })
    setGrant(null, NOON_MS)
    expect(state.ledger.liveSinceMs).toBeNull()
    setGrant(GRANT, NOON_MS + 1)
    setGrant(null, NOON_MS + 2)
    setGrant(GRANT, NOON_MS + 3)
    expect(state.ledger.liveSinceMs).toBe(NOON_MS + 1)
  })

  it('is not granted while nothing can be made durable, but can still be revoked', () => {
    const state = anEngineState()
    state.session.storeFailure = 'no room'
    const setGrant = (grant: LiveGrant | null) =>
      step(state, { kind: 'command', command: { kind: 'setLiveGrant', grant, instructed }, atMs: NOON_MS })
    expect(setGrant(GRANT).outcome).toMatchObject({ kind: 'refused', refusal: { code: 'STORE_FAILED' } })
    expect(state.ledger.liveGrant).toBeNull()
    expect(setGrant(null).facts[0]).toMatchObject({ kind: 'liveGrantChanged', grant: null })
  })
})
