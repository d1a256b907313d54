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
  it('are as they were written', () => {
    expect(parseWaivers([])).toEqual([])
    expect(parseWaivers([WAIVER])).toEqual([WAIVER])
  })

  it.each([null, {}, 'x', [null], [{ ...WAIVER, expiresAtMs: '2' }], [WAIVER, { ...WAIVER, reason: undefined }]])(
    'are none where one is not whole: %o',
    (json) => expect(parseWaivers(json)).toBeUndefined(),
  )
})

describe('the live grant of a file', () => {
  it('is as it was written, or none', () => {
    expect(parseLiveGrant(GRANT)).toEqual(GRANT)
    expect(parseLiveGrant(null)).toBeNull()
  })

  it.each([[], {}, 'x', { ...GRANT, scope: 'ALL' }, { ...GRANT, packetHash: 'a' }, { ...GRANT, expiresAtMs: 1.5 }])(
    'is not understood where it is not whole: %o',
    (json) => expect(parseLiveGrant(json)).toBeUndefined(),
  )
})
