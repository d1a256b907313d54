/** The `plimsoll` program: assembles all commands, runs one command line, and reports its failure with an exit code. */

import { Command, CommanderError } from 'commander'
import { errorMessage } from '../core/errors.ts'
import { printableJson } from '../core/printable.ts'
import { HistoryError } from '../research/data/history-error.ts'
import { addArchive } from './archive.ts'
import { addAudit } from './audit.ts'
import { addBacktest, addRuns } from './backtest.ts'
import { addBackup } from './backup.ts'
import { addCheck } from './check.ts'
import { addCompare } from './compare.ts'
import { addCompletion } from './completion.ts'
import { addPause, addResume, addStopClear } from './control.ts'
import { addData } from './data.ts'
import { addDigest } from './digest.ts'
import { addDoctor } from './doctor.ts'
import { addEngine, addGateway } from './engine.ts'
import { CliFailure, EXIT, type ExitCode, toCliFailure, usageFailure } from './failure.ts'
import { addInit } from './init.ts'
import { addKeys } from './keys.ts'
import { addLive } from './live.ts'
import { addLogs } from './logs.ts'
import { addMigrate, addRollback } from './migrate.ts'
import { addMove } from './move.ts'
import { addOptimise } from './optimise.ts'
import { addPaper } from './paper-reset.ts'
import type { CliParts } from './parts.ts'
import { addPosition } from './position.ts'
import { addRecord } from './record.ts'
import { addStart } from './start.ts'
import { addStatus } from './status.ts'
import { addStop } from './stop.ts'
import { addStrategies } from './strategies.ts'
import { addSystemd } from './systemd.ts'
import { addToken } from './token.ts'
import { addUser } from './user.ts'
import { addVenue } from './venue.ts'
import { addWalkForward } from './walk-forward.ts'
import { addWorker } from './worker.ts'

/** Creates the host command with all its verbs. Throws instead of letting commander exit the process. */
export const createProgram = (parts: CliParts): Command => {
  const { terminal, version } = parts
  const program: Command = new Command('plimsoll')
    .description('Self-hosted trading platform for USDT-margined perpetual futures.')
    .version(version)
    .option('--data-dir <directory>', 'directory with all data of the platform')
    .option('--json', 'print JSON')
    .configureHelp({
      showGlobalOptions: true,
      visibleGlobalOptions: (command) => (command.parent ? [...program.options] : []),
    })
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err, outputError: () => {} })
    .exitOverride()
    .addHelpText(
      'after',
      '\nExamples:\n  $ plimsoll start\n  $ plimsoll stop\n  $ plimsoll user add alice --role TRADER',
    )
  addInit(program, parts)
  addStart(program, parts)
  addEngine(program, parts)
  addGateway(program, parts)
  addMove(program, parts)
  addArchive(program, parts)
  addStatus(program, parts)
  addLogs(program, parts)
  addDigest(program, parts)
  addDoctor(program, parts)
  addStopClear(addStop(program, parts), parts)
  addPause(program, parts)
  addResume(program, parts)
  addStrategies(program, parts)
  addPosition(program, parts)
  addLive(program, parts)
  addPaper(program, parts)
  addUser(program, parts)
  addToken(program, parts)
  addKeys(program, parts)
  addVenue(program, parts)
  addBacktest(program, parts)
  addRuns(program, parts)
  addCheck(program, parts)
  addCompare(program, parts)
  addOptimise(program, parts)
  addWalkForward(program, parts)
  addWorker(program, parts)
  addRecord(program, parts)
  addData(program, parts)
  addAudit(program, parts)
  addBackup(program, parts)
  addMigrate(program, parts)
  addRollback(program, parts)
  addSystemd(program, parts)
  addCompletion(program, parts)
  return program
}

/** Runs one command line to completion and returns the exit code of the process; never rejects. */
export const runCli = async (parts: CliParts, args: readonly string[]): Promise<ExitCode> => {
  try {
    await createProgram(parts).parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    if (error instanceof CommanderError) return endOfCommander(parts, args, error)
    return report(parts, args, failureFrom(error))
  }
}

/** Returns the exit code for an error of commander, which it also throws after printing help. */
const endOfCommander = (parts: CliParts, args: readonly string[], error: CommanderError): ExitCode => {
  if (error.exitCode === 0) return EXIT.ok
  if (error.code === 'commander.help') return EXIT.usage
  return report(parts, args, usageFailure(`${inOneLine(error.message)} See --help.`))
}

/** Converts `error: unknown option '--prot'\n(Did you mean --port?)` to sentences. */
const inOneLine = (message: string): string =>
  message
    .replace(/^error: ./, (begin) => begin.slice(-1).toUpperCase())
    .split('\n')
    .map((line) => (/[.?)]$/.test(line) ? line : `${line}.`))
    .join(' ')

const failureFrom = (error: unknown): CliFailure => {
  if (error instanceof CliFailure) return error
  if (error instanceof HistoryError) {
    const { code, message, remedy } = error
    return toCliFailure({ code, message, ...(remedy !== undefined && { remedy }) })
  }
  return toCliFailure({ code: 'INTERNAL', message: errorMessage(error) })
}

const report = ({ terminal }: CliParts, args: readonly string[], { exitCode, fault }: CliFailure): ExitCode => {
  const text = fault.remedy === undefined ? fault.message : `${fault.message} ${fault.remedy}`
  terminal.err(args.includes('--json') ? `${printableJson({ error: fault })}\n` : `plimsoll: ${text}\n`)
  return exitCode
}
