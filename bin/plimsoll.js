#!/usr/bin/env -S node --max-semi-space-size=8
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as modules from 'node:module'
import { fileURLToPath } from 'node:url'
import { isBundleCurrent } from './bundle.js'

/** The first release with Argon2id, which stores passwords. */
const NODE_MIN = [24, 7]

/** Node 24 comes with `npm ci` on the usual platforms; an older Node that starts this file hands over to it. */
const carried = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))

/** Beside the code, so that whoever may change the one may change the other. */
const compiled = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))

/** SIGUSR2 stops the trading of a running server; it must never end one that is still loading. */
const notYet = () => {}

/** SIGUSR1 would open Node's debugger to every local user; one letter beside the stop, it does nothing here. */
const noDebugger = () => {}
process.on('SIGUSR1', noDebugger)

const [major, minor] = process.versions.node.split('.').map(Number)

if (major > NODE_MIN[0] || (major === NODE_MIN[0] && minor >= NODE_MIN[1])) {
  modules.enableCompileCache(compiled)
  process.on('SIGUSR2', notYet)
  if (isBundleCurrent()) await import('../dist/main.js')
  else await import('../server/main.ts')
} else if (existsSync(carried)) {
  const { status, signal } = spawnSync(carried, ['--disable-sigusr1', ...process.execArgv, ...process.argv.slice(1)], {
    stdio: 'inherit',
  })
  if (signal) process.kill(process.pid, signal)
  process.exitCode = status ?? 1
} else {
  console.error(
    `Plimsoll needs Node ${NODE_MIN.join('.')} or later; this is ${process.version}. Run 'npm ci', or install a newer Node.`,
  )
  process.exitCode = 1
}
