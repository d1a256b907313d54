import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limitCycloneDx, limitSpdx, type Release } from './package/bill-of-materials.ts'
import { generateFiles, readSources } from './package/generated-files.ts'
import { packageName } from './package/locked-packages.ts'
import { findShipped } from './package/notices.ts'
import { type Repository, releaseFaults, versionFaults } from './package/release-faults.ts'
import { setVersion, VERSION_FILES, type VersionTexts } from './package/version-files.ts'

/**
 * Builds the folder of a release: the package, its licence notices, bills of materials and checksums. Refuses
 * uncommitted changes, and a version without a changelog entry. With a version as argument, it first commits that
 * version: its number in every file, its heading in the changelog, and its recorded data directory.
 */
const run = (command: string, ...args: string[]): string => {
  const options = { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' } as const
  const { status, stdout, stderr } = spawnSync(command, args, options)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr || stdout}`)
  return stdout
}

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

const fail = (faults: readonly string[]): never => {
  for (const fault of faults) console.error(fault)
  process.exit(1)
}

const pack = (folder: string): string => {
  try {
    run('npm', 'pack', '--pack-destination', folder)
  } finally {
    run(process.execPath, 'scripts/pack.ts', 'restore')
  }
  return sha256(join(folder, tarball))
}

const describeRepository = (): Repository => ({
  version: readSources().manifest.version,
  changes: run('git', 'status', '--porcelain'),
  changelog: readFileSync('CHANGELOG.md', 'utf8'),
  recorded: readdirSync('test/releases').map((name) => name.replace(/\.zip$/, '')),
})

/** Commits a version. Nothing is changed when its data directory cannot be recorded. */
const commitVersion = (to: string): void => {
  const repository = describeRepository()
  const faults = versionFaults(to, repository)
  if (faults.length > 0) fail(faults)
  const texts = Object.fromEntries(VERSION_FILES.map((path) => [path, readFileSync(path, 'utf8')])) as VersionTexts
  const day = new Date().toISOString().slice(0, 10)
  const files = Object.entries(setVersion(texts, { from: repository.version, to, day }))
  for (const [path, text] of files) writeFileSync(path, text)
  try {
    if (!repository.recorded.includes(to)) {
      console.error(`Recording the data directory of ${to} …`)
      run(process.execPath, 'test/releases/record.ts')
    }
  } catch (error) {
    for (const [path, text] of Object.entries(texts)) writeFileSync(path, text)
    throw error
  }
  run('git', 'add', '--', ...VERSION_FILES, 'test/releases')
  run('git', 'commit', '--message', `Release ${to}`)
}

const [, , wanted] = process.argv
if (wanted !== undefined) commitVersion(wanted)
const faults = releaseFaults(describeRepository())
if (faults.length > 0) fail(faults)
const sources = readSources()
const { name, version } = sources.manifest

const tarball = `${name}-${version}.tgz`
const folder = join('release', version)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

console.error(`Building ${tarball} twice, to compare the builds …`)
const again = mkdtempSync(join(tmpdir(), 'plimsoll-release-'))
const digest = pack(again)
renameSync(join(again, tarball), join(again, 'first.tgz'))
if (pack(again) !== digest)
  fail([`Two builds of this commit differ: ${join(again, 'first.tgz')} and ${tarball} beside it.`])
writeFileSync(join(folder, tarball), readFileSync(join(again, tarball)))
rmSync(again, { recursive: true })

const shipped = findShipped(sources).map((path) => `${packageName(path)}@${sources.lockfile.packages[path]?.version}`)
const builtAt = new Date(run('git', 'log', '-1', '--format=%cI').trim()).toISOString()
const release: Release = { name, version, builtAt, shipped: new Set(shipped), digest }
const bill = (format: string) => JSON.parse(run('npm', 'sbom', '--sbom-format', format))
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)
write('THIRD_PARTY_NOTICES.txt', generateFiles()['THIRD_PARTY_NOTICES.txt'])
write('sbom.cdx.json', `${JSON.stringify(limitCycloneDx(bill('cyclonedx'), release), null, 2)}\n`)
write('sbom.spdx.json', `${JSON.stringify(limitSpdx(bill('spdx'), release), null, 2)}\n`)

const files = readdirSync(folder).toSorted()
write('SHA256SUMS', files.map((file) => `${sha256(join(folder, file))}  ${file}\n`).join(''))
for (const file of readdirSync(folder).toSorted()) {
  console.log(`${join(folder, file)}  ${(readFileSync(join(folder, file)).length / 1e3).toFixed(1)} kB`)
}
if (wanted !== undefined) console.error(`Tag it: git tag v${version}`)
