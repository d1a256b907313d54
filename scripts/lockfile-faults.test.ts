import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type LockedPackage, lockfileFaults } from './lockfile-faults.ts'

const SOUND: LockedPackage = { integrity: 'sha512-x', license: 'MIT' }
const findFaults = (entry: LockedPackage, allowScripts = {}): string[] =>
  lockfileFaults({ packages: { 'node_modules/one': entry } }, allowScripts)

describe('lockfileFaults', () => {
  it.each([['MIT'], ['(MIT OR GPL-3.0)'], ['(MIT AND Zlib)']])('accepts the licence %s', (license) => {
    expect(findFaults({ ...SOUND, license })).toEqual([])
  })

  it.each([['GPL-3.0'], ['AGPL-3.0-only'], ['(MIT AND GPL-2.0)'], ['SEE LICENSE IN LICENSE'], [undefined]])(
    'rejects the licence %s',
    (license) => {
      const { license: _none, ...unlicensed } = SOUND
      expect(findFaults(license === undefined ? unlicensed : { ...SOUND, license })).toHaveLength(1)
    },
  )

  it('rejects a package without a digest', () => {
    expect(findFaults({ license: 'MIT' })).toEqual(['one has no integrity digest.'])
  })

  it('rejects an install script unless it is denied', () => {
    const entry = { ...SOUND, hasInstallScript: true }
    expect(findFaults(entry)).toHaveLength(1)
    expect(findFaults(entry, { one: true })).toHaveLength(1)
    expect(findFaults(entry, { one: false })).toEqual([])
  })

  it('ignores workspaces and links', () => {
    expect(
      lockfileFaults({ packages: { '': {}, client: {}, 'node_modules/@plimsoll/client': { link: true } } }, {}),
    ).toEqual([])
  })

  it('finds no fault in this project', () => {
    const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(lockfileFaults(JSON.parse(readFileSync('package-lock.json', 'utf8')), allowScripts)).toEqual([])
  })
})
