import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import pc from 'picocolors'
import { findBrowser } from '../test/support/browser.ts'

/** Everything the project promises about its code, cheapest first. The first fault ends the run. */
const STAGES: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['format and lint', 'biome', 'check', '.'],
  ['client', 'node', 'client/build.js'],
  ['types', 'tsc', '-p', '.'],
  ['console types', 'tsc', '-p', 'console'],
  ['console', 'node', 'console/build.js'],
  ['server', 'node', 'server/build.js'],
  ['layers', 'node', 'scripts/layers.ts'],
  ['dead code', 'knip'],
  ['supply chain', 'node', 'scripts/supply-chain.ts'],
  ['tests', 'vitest', 'run'],
]

const seconds = (sinceMs: number): string => `${((performance.now() - sinceMs) / 1_000).toFixed(1)} s`

if (!existsSync('../shared/data')) {
  console.error('../shared/data is missing beside the project: tests on recorded markets are counted as skipped.')
}
const { why } = findBrowser()
if (why !== undefined) console.error(`Tests of the console in a browser are counted as skipped: ${why}.`)
const begun = performance.now()
for (const [name, command, ...args] of STAGES) {
  const since = performance.now()
  console.error(pc.bold(`\n${name}`))
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error(pc.red(`\n${name} failed after ${seconds(since)}.`))
    process.exit(1)
  }
  console.error(pc.dim(`${name} ok, ${seconds(since)}`))
}
console.error(pc.green(`\nAll checks passed in ${seconds(begun)}.`))
