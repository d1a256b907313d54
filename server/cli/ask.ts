import type { Command } from 'commander'
import { failureOf } from './failure.ts'
import type { CliParts } from './parts.ts'

/** The options every command has. */
interface Globals {
  readonly json?: boolean
  readonly dataDir?: string
}

export interface Question {
  readonly verb: string
  readonly args: unknown
}

/** The host's answer, of the type this version's verb gives; throws what the host refused. */
export const askHost = async <T>(parts: CliParts, command: Command, { verb, args }: Question): Promise<T> => {
  const { dataDir } = command.optsWithGlobals<Globals>()
  const answer = await parts.host(parts.dataDir(dataDir)).call(verb, args)
  if (!answer.ok) throw failureOf(answer.error)
  return answer.value as T
}

export const wantsJson = (command: Command): boolean => command.optsWithGlobals<Globals>().json === true

/** The answer as one line of JSON on standard output. */
export const printJson = ({ terminal }: CliParts, value: unknown): void => terminal.out(`${JSON.stringify(value)}\n`)
