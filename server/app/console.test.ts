import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { readConsoleFiles } from './console.ts'

const MANIFEST = {
  schemaVersion: '1.0.0',
  builtAt: '2026-01-02T03:04:05.678Z',
  bundleDigest: 'a'.repeat(64),
  routes: [
    { path: '/', component: 'Home', roles: ['VIEWER'], api: [{ method: 'GET', path: '/api/autotrading/status' }] },
  ],
  inlineScripts: 0,
  assets: [{ path: 'assets/a.js', integrity: null }],
}

describe('the files of the console', () => {
  it('are absent when none has been built', async () => {
    expect(await readConsoleFiles(aTempDirectory())).toBeUndefined()
  })

  it('have a digest that excludes the manifest', async () => {
    const directory = aTempDirectory()
    mkdirSync(join(directory, 'assets'))
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify(MANIFEST))
    writeFileSync(join(directory, 'index.html'), 'page')
    writeFileSync(join(directory, 'assets', 'a.js'), 'code')
    const digest = createHash('sha256').update('assets/a.js\0code\0index.html\0page\0').digest('hex')
    expect(await readConsoleFiles(directory)).toEqual({ manifest: MANIFEST, bundleDigest: digest })
  })

  it('are refused with an invalid manifest', async () => {
    const directory = aTempDirectory()
    writeFileSync(join(directory, 'manifest.json'), JSON.stringify({ ...MANIFEST, routes: 'all' }))
    await expect(readConsoleFiles(directory)).rejects.toThrow('is not a manifest')
  })
})
