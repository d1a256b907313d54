/**
 * Helpers of commands: requests to the running server, the data directory of a command with its files, and JSON output.
 */

import type { Command } from 'commander'
import { printableJson } from '../core/printable.ts'
import type { LocalServer } from '../host/local-server.ts'
import { toCliFailure } from './failure.ts'
import type { AuditFiles, CliParts, KeyFiles, StoreFlags } from './parts.ts'

/**
 * Sends a host command and returns its response, typed as returned by this version's verb; throws a `CliFailure` when
 * it is refused.
 */
export const requestHost = async <T>(parts: CliParts, command: Command, { verb, args }: Question): Promise<T> => {
  const { dataDir, store, storeFile } = command.optsWithGlobals<Globals>()
  const flags = { ...(store !== undefined && { store }), ...(storeFile !== undefined && { storeFile }) }
  const answer = await parts.host(parts.dataDir(dataDir), flags).call(verb, args)
  if (!answer.ok) throw toCliFailure(answer.error)
  return answer.value as T
}

export interface Question {
  readonly verb: string
  readonly args: unknown
}

/** Options of every command. */
interface Globals extends StoreFlags {
  readonly json?: boolean
  readonly dataDir?: string
}

/** Returns the path of the command's data directory. */
export const getDataDir = (parts: CliParts, command: Command): string =>
  parts.dataDir(command.optsWithGlobals<Globals>().dataDir)

/** Returns the audit log of the command's data directory. */
export const getAuditFiles = (parts: CliParts, command: Command): AuditFiles => parts.audit(getDataDir(parts, command))

/** Returns the sealed keys of the command's data directory. */
export const getKeyFiles = (parts: CliParts, command: Command): KeyFiles => parts.keys(getDataDir(parts, command))

/** Returns the server of the command's data directory, running or not. */
export const getLocalServer = (parts: CliParts, command: Command): LocalServer =>
  parts.server(getDataDir(parts, command))

/** Returns the running server's response; throws when none is running, with `remedy` if starting it is not the remedy. */
export const requestServer = async <T>(server: LocalServer, { verb, args }: Question, remedy?: string): Promise<T> => {
  const answer = await server.request(verb, args)
  if (answer.ok) return answer.value as T
  const { error } = answer
  throw toCliFailure(error.code === 'SERVER_UNREACHABLE' && remedy !== undefined ? { ...error, remedy } : error)
}

/** Returns the same command line with `more` appended, for the user to type. */
export const commandLine = (command: Command, name: string, more: string): string => {
  const { dataDir } = command.optsWithGlobals<Globals>()
  return [`plimsoll ${name}`, ...(dataDir === undefined ? [] : [`--data-dir '${dataDir}'`]), more].join(' ')
}

export const wantsJson = (command: Command): boolean => command.optsWithGlobals<Globals>().json === true

/** Prints a value as one line of JSON on standard output. */
export const printJson = ({ terminal }: CliParts, value: unknown): void => terminal.out(`${printableJson(value)}\n`)
