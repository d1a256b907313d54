import { describe, expect, it } from 'vitest'
import type { DecisionPacket } from '../../contract/monitor/live-readiness-decision-packet.ts'
import type { Report } from '../../contract/monitor/surface.ts'
import { anEngineState } from '../../test/support/engine-state.ts'
import { readyInputs, readyReports } from '../../test/support/readiness-samples.ts'
import { aSnapshot, type InputValues, report, TAKEN_AT_MS } from '../../test/support/truth-samples.ts'
import { StoreFailure } from '../core/errors.ts'
import { DAY_MS } from '../core/instant.ts'
import type { LiveGrant } from '../domain/control/live-grant.ts'
import { openGrantingDesk } from '../engine/desks/host-desk.ts'
import { step } from '../engine/run/step.ts'
import { liveReadinessDecisionPacket } from '../monitor/surfaces/live-readiness/packet-rules.ts'
import { type LiveVerbsParts, liveVerbs } from './live-verbs.ts'
import { answerVerb } from './verb.ts'

const reportOn = (inputs: InputValues = readyInputs()): Report =>
  report(liveReadinessDecisionPacket, aSnapshot(inputs), readyReports())

const getHash = ({ data }: Report): string => (data as DecisionPacket).packetHash

/** The verbs over an engine and a file in memory. */
const aHost = (parts: Partial<LiveVerbsParts> = {}) => {
  const state = anEngineState()
  const file: { grant: LiveGrant | null; fails: boolean } = { grant: null, fails: false }
  const go = reportOn()
  const verbs = liveVerbs({
    grant: {
      get: () => file.grant,
      set(grant) {
        if (file.fails) throw new StoreFailure('live-grant.json cannot be written (ENOSPC).')
        file.grant = grant
      },
    },
    granting: openGrantingDesk({
      submit: async (command) => step(state, { kind: 'command', command, atMs: TAKEN_AT_MS }).outcome,
      auditId: () => 'aud_00000000000000000000000001',
    }),
    packet: () => go,
    latch: () => ({ engaged: false, stopId: null, at: null }),
    hashes: { constitution: 'c'.repeat(64), build: 'b'.repeat(64) },
    packetValidMs: 900_000,
    now: () => TAKEN_AT_MS + 1_000,
    ...parts,
  })
  return { state, file, call: (verb: string, args: unknown = {}) => answerVerb(verbs, verb, args) }
}

const ARGS = { packet: getHash(reportOn()), reason: 'thirty good days' }

describe('live.arm', () => {
  it('grants what the packet covers, for seven days, in file and ledger', async () => {
    const { call, state, file } = aHost()
    expect(await call('live.arm', ARGS)).toMatchObject({
      ok: true,
      value: { packetHash: ARGS.packet, scope: 'AUTOTRADING', expiresAt: '2026-01-09T03:04:06.678Z' },
    })
    expect(file.grant).toMatchObject({ constitutionHash: 'c'.repeat(64), buildDigest: 'b'.repeat(64) })
    expect(state.ledger.liveGrant).toEqual(file.grant)
    expect(await call('live.grant')).toMatchObject({ value: { reason: 'thirty good days' } })
  })

  const noGo = reportOn(readyInputs({ reconciliation: { differences: 1 } }))
  const waiting = reportOn(readyInputs({ waivers: [] }))
  const engaged = { engaged: true, stopId: null, at: null }

  it.each<[string, Partial<LiveVerbsParts>, object, string]>([
    ['another packet', {}, { ...ARGS, packet: 'd'.repeat(64) }, 'OTHER_PACKET'],
    ['no packet', { packet: () => undefined }, ARGS, 'NO_PACKET'],
    ['a packet that could not be worked out', { packet: () => ({ ...noGo, data: null }) }, ARGS, 'NO_PACKET'],
    ['a packet of long ago', { now: () => TAKEN_AT_MS + 900_001 }, ARGS, 'PACKET_TOO_OLD'],
    ['no go', { packet: () => noGo }, { ...ARGS, packet: getHash(noGo) }, 'NOT_GO'],
    ['evidence that is missing', { packet: () => waiting }, { ...ARGS, packet: getHash(waiting) }, 'NOT_GO'],
    ['a stop', { latch: () => engaged }, ARGS, 'STOP_ENGAGED'],
    ['other limits', { hashes: { constitution: 'd'.repeat(64), build: 'b'.repeat(64) } }, ARGS, 'OTHER_CONSTITUTION'],
    ['another build', { hashes: { constitution: 'c'.repeat(64), build: 'd'.repeat(64) } }, ARGS, 'OTHER_CONSTITUTION'],
    ['no reason', {}, { ...ARGS, reason: ' ' }, 'BAD_ARGUMENT'],
    ['too long', {}, { ...ARGS, forMs: 7 * DAY_MS + 1 }, 'BAD_DURATION'],
    ['no time at all', {}, { ...ARGS, forMs: 0 }, 'BAD_DURATION'],
  ])('refuses %s', async (_what, parts, args, code) => {
    const { call, state, file } = aHost(parts)
    expect(await call('live.arm', args)).toMatchObject({ ok: false, error: { code } })
    expect([file.grant, state.ledger.liveGrant]).toEqual([null, null])
  })

  it('accepts a packet last confirmed just within its validity', async () => {
    const { call } = aHost({ now: () => TAKEN_AT_MS + 900_000 })
    expect(await call('live.arm', ARGS)).toMatchObject({ ok: true })
  })

  it('lists the gates that do not pass, and that unmeasured ones can be waived', async () => {
    const { call } = aHost({ packet: () => waiting })
    const answer = await call('live.arm', { ...ARGS, packet: getHash(waiting) })
    expect(answer).toMatchObject({ error: { remedy: expect.stringContaining('LR03 MISSING, LR13 MISSING') } })
    expect(answer).toMatchObject({ error: { remedy: expect.stringContaining('plimsoll live waive --gate LR03') } })
  })

  it('grants nothing when it cannot be made durable', async () => {
    const full = aHost()
    full.file.fails = true
    expect(await full.call('live.arm', ARGS)).toMatchObject({ error: { code: 'STORE_FAILED' } })
    expect(full.state.ledger.liveGrant).toBeNull()
    const broken = aHost()
    broken.state.session.storeFailure = 'no room'
    expect(await broken.call('live.arm', ARGS)).toMatchObject({ error: { code: 'STORE_FAILED' } })
    expect(broken.file.grant).toBeNull()
  })
})

describe('live.disarm', () => {
  it('revokes the grant in ledger and file', async () => {
    const { call, state, file } = aHost()
    expect(await call('live.disarm', { reason: 'over' })).toMatchObject({ error: { code: 'NOT_ARMED' } })
    await call('live.arm', ARGS)
    expect(await call('live.disarm', { reason: 'over' })).toEqual({ ok: true, value: null })
    expect([state.ledger.liveGrant, file.grant]).toEqual([null, null])
    expect(await call('live.grant')).toEqual({ ok: true, value: null })
  })

  it('revokes it in the engine even when the file cannot be written', async () => {
    const { call, state, file } = aHost()
    await call('live.arm', ARGS)
    file.fails = true
    expect(await call('live.disarm', { reason: 'over' })).toMatchObject({ error: { code: 'STORE_FAILED' } })
    expect(state.ledger.liveGrant).toBeNull()
  })
})
