/**
 * Host command that resets a paper account by moving its folder aside while no server uses it, and its refusal on a
 * running server.
 */

import { existsSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Instant, toRfc3339 } from '../core/instant.ts'
import { readArguments, readText } from './arguments.ts'
import { HostRefusal, type VerbTable } from './verb.ts'

/** Host command that resets a paper account of a data directory. Nothing is deleted. */
export const paperVerbs = (dataDir: string, now: () => Instant): VerbTable => ({
  'paper.reset': async (args): Promise<PaperReset> => {
    const exchange = readText(readArguments(args), 'exchange')
    const folder = `${exchange}${PAPER}`
    const there = papersIn(dataDir)
    if (!there.includes(folder)) throw noSuchAccount(exchange, there)
    const movedTo = `${folder}.until-${toRfc3339(now()).replace(/[:.]/g, '-')}`
    renameSync(join(dataDir, folder), join(dataDir, movedTo))
    return { exchange, movedTo }
  },
})

/** Result of resetting a paper account. */
export interface PaperReset {
  readonly exchange: string
  /** Folder in the data directory with the former account. */
  readonly movedTo: string
}

const PAPER = '-paper'

/** Refuses the verb on a running server, which has the account open. */
export const paperVerbsOfServer: VerbTable = {
  'paper.reset': async () => {
    throw new HostRefusal(
      'BLOCKED',
      'A server is using this account; nothing was changed.',
      'Stop the server (Ctrl-C or SIGTERM), reset the account, and start the server again.',
    )
  },
}

const papersIn = (dataDir: string): string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.endsWith(PAPER)) : []

const noSuchAccount = (exchange: string, there: readonly string[]): HostRefusal => {
  const names = there.map((folder) => folder.slice(0, -PAPER.length))
  const remedy = names.length === 0 ? 'There are no paper accounts yet.' : `Paper accounts: ${names.join(', ')}.`
  return new HostRefusal('NOT_FOUND', `There is no paper account of '${exchange.slice(0, 40)}'.`, remedy)
}
