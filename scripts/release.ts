import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limitCycloneDx, limitSpdx, type Release } from './package/bill-of-materials.ts'
import { generateFiles, readSources } from './package/generated-files.ts'
import { packageName } from './package/locked-packages.ts'
import { findShipped } from './package/notices.ts'
import { releaseFaults } from './package/release-faults.ts'

/**
 * Builds the folder of a release: the package, its licence notices, bills of materials and checksums. Refuses
 * uncommitted changes, and a version without a changelog entry.
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

const sources = readSources()
const { name, version } = sources.manifest
const changelog = readFileSync('CHANGELOG.md', 'utf8')
const recorded = readdirSync('test/releases').map((name) => name.replace(/\.zip$/, ''))
const faults = releaseFaults({ version, changes: run('git', 'status', '--porcelain'), changelog, recorded })
if (faults.length > 0) fail(faults)

const tarball = `${name}-${version}.tgz`
const folder = join('release', version)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

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
  console.log(`${join(folder, file)}  ${(readFileSync(join(folder, file)).length / 1e6).toFixed(2)} MB`)
}
