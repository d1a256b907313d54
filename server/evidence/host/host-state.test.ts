import { createHash } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../../test/support/temp-directory.ts'
import { VERSION } from '../../project.ts'
import { type HostSecurityParts, inspectHostSecurity, openProcessFigures } from './host-state.ts'

const parts = (changes: Partial<HostSecurityParts> = {}): HostSecurityParts => ({
  host: '127.0.0.1',
  publicUrl: undefined,
  hasCertificate: false,
  secretFiles: [],
  keysMadeAt: () => [],
  lockfile: '/nowhere/package-lock.json',
  ...changes,
})

describe('storage of secrets', () => {
  it.each([
    ['127.0.0.1', undefined, { tls: false, loopback: true }],
    ['0.0.0.0', undefined, { tls: false, loopback: false }],
    ['0.0.0.0', 'https://trading.example.org', { tls: true, loopback: false }],
    ['::1', 'http://localhost', { tls: false, loopback: true }],
  ])('reports the network access: %s, %s', (host, publicUrl, transport) => {
    expect(inspectHostSecurity(parts({ host, publicUrl })).transport).toEqual(transport)
  })

  it.each([
    [0o600, true],
    [0o640, false],
    [0o604, false],
  ])('passes with mode %o: %s', (mode, modesOk) => {
    const file = join(aTempDirectory(), 'key')
    writeFileSync(file, 'k')
    chmodSync(file, mode)
    expect(inspectHostSecurity(parts({ secretFiles: [file, '/nowhere/at/all'] })).secrets.modesOk).toBe(modesOk)
  })

  it('reports the newest key and the digest of the dependency lock file', () => {
    const lockfile = join(aTempDirectory(), 'package-lock.json')
    writeFileSync(lockfile, '{}')
    const keysMadeAt = () => ['2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z']
    expect(inspectHostSecurity(parts({ lockfile, keysMadeAt }))).toMatchObject({
      secrets: { newestKeyAtMs: Date.UTC(2026, 0, 3) },
      lockfileDigest: createHash('sha256').update('{}').digest('hex'),
    })
    expect(inspectHostSecurity(parts()).lockfileDigest).toBeNull()
  })
})

it('returns the resources of the process, and its timer delay since the last reading', async () => {
  await using resources = new AsyncDisposableStack()
  const nowMs = 1_767_323_045_678
  const readFigures = openProcessFigures(() => nowMs, resources)
  const first = readFigures()
  expect(first).toMatchObject({ version: VERSION, nodeVersion: process.version, loopDelay: null })
  expect(first.startedAtMs).toBeLessThan(nowMs)
  for (const figure of [first.residentBytes, first.heapUsedBytes, first.cpuUserSec]) expect(figure).toBeGreaterThan(0)
  await expect
    .poll(() => readFigures().loopDelay, { interval: 20 })
    .toMatchObject({ meanSec: expect.any(Number), p99Sec: expect.any(Number), maxSec: expect.any(Number) })
})
