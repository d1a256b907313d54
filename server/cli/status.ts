import type { Command } from 'commander'
import type { HostStatus } from '../host/control-verbs.ts'
import { CliFailure, EXIT } from './failure.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print-fields.ts'
import { printStatus } from './print-status.ts'
import { getDataPlace, printJson, requestServer, wantsJson } from './requests.ts'

export const addStatus = (program: Command, parts: CliParts): void => {
  const command = program
    .command('status')
    .description('show the state of the engine, its cause, and the next step')
    .addHelpText('after', '\nExamples:\n  $ plimsoll status\n  $ plimsoll status --json')
    .action(async () => {
      const place = getDataPlace(parts, command)
      const request = requestServer<HostStatus>(place, { verb: 'status', args: {} }, REMEDY)
      const status = await request.catch((error) => showStopped(parts, command, error))
      if (wantsJson(command)) printJson(parts, status)
      else parts.terminal.out(printStatus(status))
    })
}

const REMEDY = 'Start it: plimsoll start.'

/** Prints what is known without a server, then rethrows the failure. */
const showStopped = (parts: CliParts, command: Command, error: unknown): never => {
  if (!(error instanceof CliFailure) || error.exitCode !== EXIT.unreachable) throw error
  const { stopFile, stopFilePath, ...place } = getDataPlace(parts, command)
  const isThere = stopFile.exists()
  const holder = place.holder()
  if (wantsJson(command)) {
    printJson(parts, { state: 'STOPPED', stopFile: { isThere, stop: stopFile.read() }, holder: holder ?? null })
  } else {
    const holding = holder && `process ${holder.pid ?? '(unknown)'} holds the data directory and does not answer`
    parts.terminal.out(
      printFields([
        ['State', 'STOPPED: no server answers'],
        ['Process', holding ?? 'none'],
        ['Stop', isThere ? `engaged: ${stopFilePath} is there; the next start comes up HALTED` : 'no stop file'],
      ]),
    )
  }
  throw holder ? new CliFailure(EXIT.unreachable, { ...error.fault, remedy: HUNG }) : error
}

const HUNG = 'It may be starting or going down. If it hangs: plimsoll stop ends it.'
