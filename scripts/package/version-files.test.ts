import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { setVersion, VERSION_FILES, type VersionTexts } from './version-files.ts'

const texts = {
  ...Object.fromEntries(VERSION_FILES.map((path) => [path, readFileSync(path, 'utf8')])),
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n\n- New.\n',
} as VersionTexts
const from: string = JSON.parse(texts['package.json']).version

it('changes nothing for the same version but the heading of the unreleased changes', () => {
  const { 'CHANGELOG.md': changelog, ...others } = setVersion(texts, { from, to: from, day: '2026-12-01' })
  expect(texts).toMatchObject(others)
  expect(changelog).toBe(`# Changelog\n\n## ${from} · 2026-12-01\n\n- New.\n`)
})

it('sets the version in every file of the project that names it', () => {
  const to = '98.7.6-rc.1'
  const set = setVersion(texts, { from, to, day: '2026-12-01' })
  expect(setVersion(set, { from: to, to: from, day: '2026-12-01' })['package-lock.json']).toBe(
    texts['package-lock.json'],
  )
  for (const path of VERSION_FILES) expect(set[path], path).toContain(to)
  const { packages } = JSON.parse(set['package-lock.json'])
  expect(packages.console.devDependencies['@plimsoll/client']).toBe(JSON.parse(set['client/package.json']).version)
  expect(JSON.parse(set['console/package.json'])).toMatchObject({
    version: to,
    devDependencies: { '@plimsoll/client': to },
  })
})

it('lists every file that names the version', () => {
  const names = `(plimsoll[-:]|Plimsoll |version )${from.replaceAll('.', '\\.')}`
  const { stdout } = spawnSync('git', ['grep', '-lE', names, '--', '*.md', '*.yaml'], { encoding: 'utf8' })
  const naming = stdout.split('\n').filter((path) => path !== '' && path !== 'CHANGELOG.md')
  expect(VERSION_FILES).toEqual(expect.arrayContaining(naming))
})
