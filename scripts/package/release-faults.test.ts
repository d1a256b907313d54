import { expect, it } from 'vitest'
import { releaseFaults, versionFaults } from './release-faults.ts'

const READY = {
  version: '1.2.0',
  changes: '',
  changelog: '# Changelog\n\n## 1.2.0 · 2026-01-02\n\n- New.\n\n## 1.1.0\n\n- Old.\n',
  recorded: ['1.1.0', '1.2.0'],
}

it('accepts a clean working tree whose version is in the changelog', () => {
  expect(releaseFaults(READY)).toEqual([])
})

it('rejects a working tree with changes and names them', () => {
  const [fault, ...others] = releaseFaults({ ...READY, changes: ' M package.json\n' })
  expect(others).toEqual([])
  expect(fault).toContain('working tree has changes')
  expect(fault).toContain(' M package.json')
})

it.each([
  ['is missing', '## Unreleased\n\n- New.\n'],
  ['belongs to another version', '## 1.2.0-rc.1\n\n- New.\n'],
  ['is empty', '## 1.2.0\n\n## 1.1.0\n\n- Old.\n'],
])('rejects a version whose entry in the changelog %s', (_, changelog) => {
  expect(releaseFaults({ ...READY, changelog })).toEqual([
    expect.stringContaining('CHANGELOG.md has no entry for 1.2.0'),
  ])
})

it('rejects a version without a recorded data directory', () => {
  expect(releaseFaults({ ...READY, recorded: ['1.1.0'] })).toEqual([expect.stringContaining('npm run record:release')])
})

const CHANGED = { ...READY, changelog: '## Unreleased\n\n- New.\n\n## 1.2.0\n\n- Old.\n' }

it('accepts a new version of unreleased changes', () => {
  expect(['1.2.0', '1.2.1', '1.10.0', '2.0.0-rc.1'].map((version) => versionFaults(version, CHANGED))).toEqual(
    Array(4).fill([]),
  )
})

it.each([
  ['v1.3', CHANGED, "'v1.3' is not a version"],
  ['1.1.9', CHANGED, '1.1.9 is older than the present version, 1.2.0.'],
  ['1.3.0', { ...CHANGED, changes: '?? notes\n' }, 'The working tree has changes'],
  ['1.3.0', READY, "no changes below '## Unreleased'"],
])('rejects %s', (version, repository, fault) => {
  expect(versionFaults(version, repository)).toEqual([expect.stringContaining(fault)])
})
