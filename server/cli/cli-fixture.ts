import { statSync } from 'node:fs'
import { createMemoryStopFile } from '../../test/support/memory-stop-file.ts'
import { createIds } from '../core/id.ts'
import { createRandom } from '../core/random.ts'
import { HOST } from '../engine/model/events.ts'
import type { LocalServer } from '../host/local-server.ts'
import { HostRefusal, refused } from '../host/verb.ts'
import type { CliParts, Terminal } from './parts.ts'
import type { Research } from './research-parts.ts'

const START = Date.UTC(2026, 0, 2, 3, 4, 5, 678)

/** Returns access to a data directory without a server, except as given. */
export const aLocalServer = (server: Partial<LocalServer> = {}): LocalServer => ({
  directory: '/data',
  stopFilePath: '/data/EMERGENCY_STOP',
  stopFile: createMemoryStopFile(),
  exists: () => true,
  request: async () => refused(new HostRefusal('SERVER_UNREACHABLE', 'No server answers for /data.', 'Start it.')),
  holder: () => undefined,
  end: () => true,
  ...server,
})

/** State of a test terminal, and the content of its standard input. */
interface Sitting {
  readonly isInteractive?: boolean
  readonly isWatched?: boolean
  readonly input?: string
  /** Hidden input lines, in order. */
  readonly typed?: readonly string[]
}

/** Returns a terminal that records its output. */
export const aTerminal = ({ isInteractive = false, isWatched = false, input = '', typed = [] }: Sitting = {}) => {
  const output = { out: '', err: '' }
  const questions: string[] = []
  const terminal: Terminal = {
    out: (text) => {
      output.out += text
    },
    err: (text) => {
      output.err += text
    },
    data: (text) => {
      output.out += text
    },
    isInteractive,
    isWatched,
    readLine: async () => input.split('\n')[0] ?? '',
    readText: async () => input,
    promptHidden: async (question) => {
      questions.push(question)
      return typed[questions.length - 1] ?? ''
    },
  }
  return { terminal, output, questions }
}

/** Returns research with only these functions. */
export const aResearch = (verbs: Partial<Research>): Research => {
  const unused = (): never => {
    throw new Error('this verb of research is not needed')
  }
  return {
    backtest: unused,
    repeat: unused,
    optimise: unused,
    walkForward: unused,
    check: unused,
    compare: unused,
    compareFills: unused,
    report: unused,
    listUnresolved: unused,
    list: unused,
    find: unused,
    ...verbs,
  }
}

type OtherParts = Omit<CliParts, 'version' | 'terminal' | 'start' | 'dataDir' | 'host' | 'audit'>

const notHere = (): never => {
  throw new Error('not for these')
}

/** Returns the other dependencies of most commands on one data directory, with a clock that advances during waits. */
export const engineParts = (server: LocalServer = aLocalServer()): OtherParts => {
  let nowMs = START
  const ids = createIds({ now: () => nowMs, random: createRandom(1) })
  return {
    server: () => server,
    newStop: (request) => ({
      ...request,
      stopId: ids('stp'),
      code: 'EMERGENCY_STOP',
      by: HOST,
      auditId: ids('aud'),
      atMs: nowMs,
    }),
    engine: notHere,
    gateway: notHere,
    move: notHere,
    archiveLog: notHere,
    restoreArchive: notHere,
    checkArchive: notHere,
    runVenue: async () => {},
    record: notHere,
    keys: notHere,
    passphrase: notHere,
    settings: notHere,
    promptSettings: notHere,
    constitution: notHere,
    tryChannels: async () => [],
    tryBus: async () => null,
    inspectDirectory: (path) => {
      const mode = statSync(path, { throwIfNoEntry: false })?.mode
      return { path, exists: mode !== undefined, fault: null, mode: mode ?? null, freeBytes: 40 * 2 ** 30 }
    },
    findMountFault: () => null,
    inspect: notHere,
    makeBackup: notHere,
    checkBackup: notHere,
    restoreBackup: notHere,
    planMigration: notHere,
    rollBack: notHere,
    installUnits: notHere,
    removeUnits: notHere,
    openHistory: notHere,
    openResearch: notHere,
    worker: notHere,
    time: {
      monotonic: () => nowMs,
      wait: async (ms) => {
        nowMs += ms
      },
    },
  }
}
