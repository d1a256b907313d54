import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const PLATFORM = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`

/** Returns the path of the Node binary that npm installed with Plimsoll, nested or hoisted; undefined without one. */
export const findCarriedNode = (from = import.meta.url, platform = PLATFORM) => {
  try {
    const manifest = createRequire(from).resolve(`node-${platform}/package.json`)
    const path = join(dirname(manifest), JSON.parse(readFileSync(manifest, 'utf8')).bin.node)
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** Signals that end the server; a second one ends it immediately. */
const ENDINGS = ['SIGTERM', 'SIGINT', 'SIGHUP']

/** One Ctrl-C or `kill` can arrive twice, at the process and at its group. */
const ONCE_MS = 1_000

/**
 * Runs a program in place of this one until it ends, and forwards signals to it. It has a process group of its own, so
 * that a terminal's signals reach it only through this process, and once.
 */
export const handOver = (path, args) => {
  const child = spawn(path, args, { stdio: 'inherit', detached: process.platform !== 'win32' })
  let endedAtMs = Number.NEGATIVE_INFINITY
  const pass = (signal) => {
    if (ENDINGS.includes(signal)) {
      if (performance.now() - endedAtMs < ONCE_MS) return
      endedAtMs = performance.now()
    }
    child.kill(signal)
  }
  for (const signal of [...ENDINGS, 'SIGUSR2']) process.on(signal, pass)
  child.on('error', (error) => {
    console.error(`${path} cannot be started: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    if (signal) {
      process.removeAllListeners(signal)
      process.kill(process.pid, signal)
    }
    process.exitCode = code ?? 1
  })
}
