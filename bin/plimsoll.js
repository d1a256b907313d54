#!/usr/bin/env -S node --max-semi-space-size=8 --heap-growing-percent=40 --initial-old-space-size=96
import * as modules from 'node:module'
import { fileURLToPath } from 'node:url'
import { isBundleCurrent } from './bundle.js'

/** The first release with Argon2id, which stores passwords. */
const NODE_MIN = [24, 7]

/** Stored beside the code, so that both have the same write permissions. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/** SIGUSR2 stops the trading of a running server; it must never end one that is still loading. */
const notYet = () => {}

/** Ignores SIGUSR1, which would open Node's debugger to every local user and is easily confused with SIGUSR2. */
const noDebugger = () => {}
process.on('SIGUSR1', noDebugger)

/** Keeps ws from loading the native addon of a transitive dependency; its own code does the same. */
process.env.WS_NO_BUFFER_UTIL = '1'

const [major, minor] = process.versions.node.split('.').map(Number)

if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) {
  modules.enableCompileCache(compiled)
  process.on('SIGUSR2', notYet)
  if (isBundleCurrent()) await import('../dist/main.js')
  else await import('../server/main.ts')
} else {
  const { findCarriedNode, handOver } = await import('./carried-node.js')
  const carried = findCarriedNode()
  if (carried) handOver(carried, ['--disable-sigusr1', ...process.execArgv, ...process.argv.slice(1)])
  else {
    console.error(
      `Plimsoll needs Node ${NODE_MIN.join('.')} or later; this is ${process.version}. npm installs one on Linux (x64, arm64) and Windows x64; elsewhere install a newer Node.`,
    )
    process.exitCode = 1
  }
}
