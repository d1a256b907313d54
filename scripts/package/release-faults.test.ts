import { expect, it } from 'vitest'
import { releaseFaults } from './release-faults.ts'

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
