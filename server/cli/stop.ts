import { type Command, Option } from 'commander'
import { printable } from '../core/printable.ts'
import type { Flatten } from '../domain/control/stop.ts'
import type { DataPlace } from '../host/data-place.ts'
import { CliFailure, EXIT } from './failure.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print-fields.ts'
import { printStopEnd } from './print-stop.ts'
import { getDataPlace, printJson, wantsJson } from './requests.ts'
import { type StopEnd, stopServer } from './stop-server.ts'

interface Options {
  readonly reason?: string
  readonly flatten?: true
}

/** Adds the emergency stop. It never prompts and works with a healthy, a hung and a missing server. */
export const addStop = (program: Command, parts: CliParts): Command => {
  const command = program
    .command('stop')
    .description('emergency stop: nothing increases risk any more until it is cleared')
    .addOption(new Option('--reason <text>', 'why, for the audit'))
    .addOption(new Option('--flatten', 'close open positions as well'))
    .addHelpText('after', EXAMPLES)
    .action(async ({ reason, flatten: flattens }: Options) => {
      const flatten = flattens ? 'REDUCE_ONLY' : 'NONE'
      const place = getDataPlace(parts, command)
      if (!place.exists()) throw noDirectory(place)
      const inFile = writeFile(parts, place, { reason, flatten })
      if (!wantsJson(command)) parts.terminal.out(printFields([['Stop file', fileLine(place, inFile)]]))
      const end = await stopServer(place, parts.time, { reason, flatten })
      if (wantsJson(command)) printJson(parts, { stopFile: { path: place.stopFilePath, written: inFile }, ...end })
      else parts.terminal.out(printStopEnd(end, inFile))
      refuseUnsure(end, inFile)
    })
  return command
}

const writeFile = (
  { newStop }: CliParts,
  { stopFile }: DataPlace,
  { reason = 'plimsoll stop', flatten }: { readonly reason: string | undefined; readonly flatten: Flatten },
): boolean => stopFile.write(newStop({ reason: printable(reason), flatten }))

const fileLine = ({ stopFilePath }: DataPlace, inFile: boolean): string =>
  inFile ? `${stopFilePath} is there` : `${stopFilePath} could not be made: the request is sent to the server anyway`

/** Ends the command well only where it is known that nothing increases risk any more, now and after the next start. */
const refuseUnsure = (end: StopEnd, inFile: boolean): void => {
  if (end.kind === 'faulted') throw new CliFailure(EXIT.failure, { ...end.fault, remedy: CHECK_STATUS })
  if (end.kind === 'silent') {
    throw new CliFailure(EXIT.failure, {
      code: 'NOT_ENDED',
      message: `The server gives no answer, and its process ${end.pid ?? '(unknown)'} could not be ended.`,
      remedy: 'End it by hand. When it can act again it finds the stop file and stops.',
    })
  }
  if (inFile || end.kind === 'stopped') return
  throw new CliFailure(EXIT.failure, {
    code: 'NOT_LATCHED',
    message: `The stop file could not be made, so that nothing keeps the next start from trading. ${describeEnd(end)}`,
    remedy: 'Run it as the user who owns the server, or free disk space; then stop again.',
  })
}

const describeEnd = (end: StopEnd): string =>
  end.kind === 'notRunning' ? end.fault.message : 'The server gave no answer and was ended.'

const CHECK_STATUS =
  'It is unknown whether it has stopped: run plimsoll status. The server checks the stop file four times a second.'

const noDirectory = ({ directory }: DataPlace): CliFailure =>
  new CliFailure(EXIT.failure, {
    code: 'NO_DATA_DIRECTORY',
    message: `Nothing was stopped: there is no data directory ${directory}.`,
    remedy: 'Name the right one with --data-dir.',
  })

const EXAMPLES = `
Examples:
  $ plimsoll stop
  $ plimsoll stop --reason "the feed looks wrong"
  $ plimsoll stop --flatten

It never prompts and may be repeated. A server that does not respond for five seconds is ended.`
