import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StopFile } from '../engine/model/ports.ts'
import { callHost } from './call-host.ts'
import { getSocketPath } from './socket.ts'
import { type HostAnswer, HostRefusal, refused } from './verb.ts'

/**
 * Access to a data directory and its server, for commands that also work when the server does not respond, such as an
 * emergency stop.
 */
export interface LocalServer {
  readonly directory: string
  exists(): boolean
  readonly stopFile: StopFile
  readonly stopFilePath: string
  /**
   * Returns the running server's response; `SERVER_UNREACHABLE` when it does not respond in time, or none is running.
   */
  request(verb: string, args: unknown, withinMs?: number): Promise<HostAnswer>
  /** Returns the running process that holds the directory; undefined when none does. */
  holder(): Holder | undefined
  /** Kills the process immediately; false when that is not permitted. */
  end(pid: number): boolean
}

interface Holder {
  /** Null when unknown. */
  readonly pid: number | null
}

export interface LocalServerParts {
  readonly directory: string
  readonly stopFilePath: string
  readonly stopFile: StopFile
  /** Returns whether a running process holds the lock of the directory. */
  readonly isLocked: () => boolean
}

export const openLocalServer = ({ directory, stopFilePath, stopFile, isLocked }: LocalServerParts): LocalServer => ({
  directory,
  stopFile,
  stopFilePath,
  exists: () => existsSync(directory),
  async request(verb, args, withinMs) {
    const reached = await callHost(getSocketPath(directory), verb, args, withinMs)
    return reached.ok ? reached.value : refused(notRunning(directory))
  },
  holder: () => (existsSync(directory) && isLocked() ? { pid: readOwner(directory) } : undefined),
  end: (pid) => {
    try {
      return process.kill(pid, 'SIGKILL')
    } catch {
      return false
    }
  },
})

const notRunning = (directory: string): HostRefusal =>
  new HostRefusal(
    'SERVER_UNREACHABLE',
    `No server responds for ${directory}.`,
    `Start the server: plimsoll start --data-dir ${directory}.`,
  )

/** Process ID of the lock holder, which writes it to the file first. */
const readOwner = (directory: string): number | null => {
  try {
    const { pid } = JSON.parse(readFileSync(join(directory, 'owner.json'), 'utf8'))
    return Number.isSafeInteger(pid) && pid > 1 ? pid : null
  } catch {
    return null
  }
}
