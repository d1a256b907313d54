import { describe, expect, it } from 'vitest'
import { parseLiveGrant, parseWaivers } from './go-live.ts'

const WAIVER = { gateId: 'LR12', by: 'HOST', reason: 'x', madeAtMs: 1, expiresAtMs: 2 }
const GRANT = {
  packetId: 'pkt_01KE3Y9R9B0000000000000000',
  packetHash: 'a'.repeat(64),
  constitutionHash: 'b'.repeat(64),
  buildDigest: 'c'.repeat(64),
  scope: 'MANUAL',
  reason: 'x',
  grantedAtMs: 1,
  expiresAtMs: 2,
}

describe('waivers of a file', () => {
  it('are read as written', () => {
    expect(parseWaivers([])).toEqual([])
    expect(parseWaivers([WAIVER])).toEqual([WAIVER])
  })

  it.each([null, {}, 'x', [null], [{ ...WAIVER, expiresAtMs: '2' }], [WAIVER, { ...WAIVER, reason: undefined }]])(
    'are none when one is incomplete: %o',
    (json) => expect(parseWaivers(json)).toBeUndefined(),
  )
})

describe('the live grant in a file', () => {
  it('is read as written, or none', () => {
    expect(parseLiveGrant(GRANT)).toEqual(GRANT)
    expect(parseLiveGrant(null)).toBeNull()
  })

  it.each([[], {}, 'x', { ...GRANT, scope: 'ALL' }, { ...GRANT, packetHash: 'a' }, { ...GRANT, expiresAtMs: 1.5 }])(
    'is rejected when it is incomplete: %o',
    (json) => expect(parseLiveGrant(json)).toBeUndefined(),
  )
})
