import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Lockfile, lockfileFaults } from './lockfile-faults.ts'

/**
 * Checks the supply chain: digests, licences and install scripts of the lockfile, generation of a bill of materials,
 * and known vulnerabilities where the registry answers. Fails on a shipped vulnerability of high or critical severity.
 */
const read = (file: string) => JSON.parse(readFileSync(file, 'utf8'))

const npm = (...args: string[]) =>
  spawnSync('npm', args, { encoding: 'utf8', shell: process.platform === 'win32', maxBuffer: 64 * 1024 * 1024 })

const parsed = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const lockfile: Lockfile = read('package-lock.json')
const faults = lockfileFaults(lockfile, read('package.json').allowScripts)

const { components } = parsed(npm('sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx').stdout)
if (Array.isArray(components) && components.length > 0)
  console.log(`Bill of materials: ${components.length} components.`)
else faults.push("No bill of materials could be made: run 'npm run sbom' to see why.")

const { metadata } = parsed(npm('audit', '--omit', 'dev', '--json').stdout)
const { vulnerabilities } = (metadata ?? {}) as { vulnerabilities?: Readonly<Record<string, number>> }
if (vulnerabilities === undefined) console.log('Known vulnerabilities: not checked, the registry does not answer.')
else {
  const serious = (vulnerabilities.high ?? 0) + (vulnerabilities.critical ?? 0)
  console.log(`Known vulnerabilities: ${vulnerabilities.total ?? 0}, high or critical: ${serious}.`)
  if (serious > 0) faults.push("A shipped package has a serious vulnerability: run 'npm audit --omit dev'.")
}

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
