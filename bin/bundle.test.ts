import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { isBundleCurrent } from './bundle.js'

const BUILT_AT_S = 2_000

/** A project whose files changed at these times, in seconds; folders are older than the bundle. */
const makeProject = (files: Readonly<Record<string, number>>): string => {
  const root = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, atS] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), '')
    utimesSync(join(root, path), atS, atS)
  }
  for (const folder of ['server/core', 'server'])
    if (existsSync(join(root, folder))) utimesSync(join(root, folder), 1_000, 1_000)
  return root
}

const SOURCES = { 'server/core/decimal.ts': 1_000, 'package-lock.json': 1_000 }
const BUNDLE = { 'dist/complete': BUILT_AT_S }

it.each([
  ['every source is older', { ...SOURCES, ...BUNDLE }, true],
  ['only a test is newer', { ...SOURCES, ...BUNDLE, 'server/core/decimal.test.ts': 3_000 }, true],
  ['there is no bundle', SOURCES, false],
  ['there are no sources', { 'bin/plimsoll.js': 3_000, ...BUNDLE }, true],
  ['the bundle is incomplete', { ...SOURCES, 'dist/main.js': BUILT_AT_S }, false],
  ['a source is newer', { ...SOURCES, ...BUNDLE, 'server/core/decimal.ts': 3_000 }, false],
  ['the lockfile is newer', { ...SOURCES, ...BUNDLE, 'package-lock.json': 3_000 }, false],
])('returns whether the bundle may run when %s', (_, files, isCurrent) => {
  expect(isBundleCurrent(makeProject(files))).toBe(isCurrent)
})

it('rejects the bundle after a source was removed', () => {
  const root = makeProject({ ...SOURCES, ...BUNDLE, 'server/core/removed.ts': 1_000 })
  rmSync(join(root, 'server/core/removed.ts'))
  expect(isBundleCurrent(root)).toBe(false)
})
