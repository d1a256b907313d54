/**
 * Commands that change the state of autotrading: `resume` and `stop clear`, each confirmed in a second step, and
 * `pause`.
 */

import { type Command, Option } from 'commander'
import type { PauseResult } from '../../contract/control.ts'
import type { HostPreview, HostStatus } from '../host/control-verbs.ts'
import { toCliFailure, usageFailure } from './failure.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print.ts'
import { commandLine, getLocalServer, printJson, requestServer, wantsJson } from './requests.ts'

/** Adds the command that resumes autotrading after a pause or a tripped breaker. */
export const addResume = (program: Command, parts: CliParts): void => {
  const command = addRaiseOptions(
    program.command('resume').description('resume autotrading after a pause, in two steps'),
  )
    .addHelpText('after', EXAMPLES)
    .action(() =>
      raise(parts, command, {
        name: 'resume',
        verb: 'resume',
        done: 'Resumed.',
      }),
    )
}

const EXAMPLES = `
Examples:
  $ plimsoll resume
  $ plimsoll resume --confirm CODE --reason "reviewed the losses"`

/** A command that gives the engine more autonomy. */
interface Raising {
  /** Command name as typed. */
  readonly name: string
  /** Prefix of the host commands it sends. */
  readonly verb: 'stop' | 'resume'
  /** Remedy when no server is running. */
  readonly remedy?: string
  /** Message printed on success. */
  readonly done: string
}

interface RaiseOptions {
  readonly confirm?: string
  readonly reason?: string
}

/** Adds the options of the two steps. */
const addRaiseOptions = (command: Command): Command =>
  command
    .addOption(new Option('--confirm <code>', 'confirm with the code shown in the first step'))
    .addOption(new Option('--reason <text>', 'reason, recorded in the audit log; required with --confirm'))

/** Shows the current state and how to confirm; with the confirmation code, executes the command. */
const raise = async (parts: CliParts, command: Command, raising: Raising): Promise<void> => {
  // `stop` also has --reason, and accepts it after `clear`.
  const { confirm, reason } = command.optsWithGlobals<RaiseOptions>()
  if (confirm === undefined) return show(parts, command, raising)
  if (reason === undefined || reason.trim() === '')
    throw usageFailure('Specify --reason: it is recorded in the audit log.')
  const { verb, remedy, done } = raising
  const question = { verb: `${verb}.confirm`, args: { code: confirm, reason } }
  const status = await requestServer<HostStatus>(getLocalServer(parts, command), question, remedy)
  if (wantsJson(command)) return printJson(parts, status)
  parts.terminal.err(`${done} The engine is ${status.state}.\n`)
}

const show = async (parts: CliParts, command: Command, { name, verb, remedy }: Raising): Promise<void> => {
  const question = { verb: `${verb}.show`, args: {} }
  const preview = await requestServer<HostPreview>(getLocalServer(parts, command), question, remedy)
  if (wantsJson(command)) printJson(parts, preview)
  else parts.terminal.out(formatPreview(preview, commandLine(command, name, `--confirm ${preview.code} --reason "…"`)))
  if (preview.obstacle) throw toCliFailure(preview.obstacle)
}

const formatPreview = ({ standing, auditFault, obstacle, expiresAt }: HostPreview, confirming: string): string =>
  printFields([
    ['State', `${standing.state}, requested ${standing.desired}`],
    ['Mode', standing.mode],
    ['Stop', standing.stopId === null ? 'none' : [standing.stopId, standing.stopReason ?? '']],
    ['Lagging', formatList(standing.behind)],
    ['Tripped', formatList(standing.tripped)],
    ['Differences', formatList(standing.differences)],
    ['Unknown', formatList(standing.unknownOutcomes)],
    ['Unprotected', formatList(standing.unprotected)],
    ['To cancel', formatList(standing.leftToCancel)],
    ['Sweep done', standing.swept ? 'yes' : 'not yet'],
    ['Exchange', standing.reconciled ? 'reconciled' : 'not reconciled since the start'],
    ['Other engine', standing.foreignEpoch === null ? 'none' : `epoch ${standing.foreignEpoch}`],
    ['Store', standing.storeFailure ?? 'writable'],
    ['Audit', auditFault ?? 'intact when verified at the start'],
    ['Blocked by', obstacle ? `${obstacle.code}: ${obstacle.message}` : 'nothing'],
    ...(obstacle
      ? []
      : [['Confirm', [confirming, `valid until ${expiresAt}, unless the state changes first`]] as const]),
  ])

const formatList = (items: readonly string[]): string | readonly string[] => (items.length === 0 ? 'none' : items)

export const addStopClear = (stop: Command, parts: CliParts): void => {
  const command = addRaiseOptions(
    stop.command('clear').description('clear the emergency stop in two steps; the engine is paused afterwards'),
  )
    .addHelpText('after', CLEAR_EXAMPLES)
    .action(async () => {
      if (stop.opts().flatten) throw usageFailure('--flatten applies to a stop, not to clearing it.')
      await raise(parts, command, {
        name: 'stop clear',
        verb: 'stop',
        remedy:
          'Start the server first: it starts HALTED and reconciles with the exchange, which is required before clearing.',
        done: 'The stop is cleared. The engine is PAUSED once it has reconciled with the exchange: plimsoll resume.',
      })
    })
}

const CLEAR_EXAMPLES = `
Examples:
  $ plimsoll stop clear
  $ plimsoll stop clear --confirm CODE --reason "the feed is back"`

export const addPause = (program: Command, parts: CliParts): void => {
  const command = program
    .command('pause')
    .description('stop new entries of autotrading; positions keep their stops')
    .option('--reason <text>', 'reason, recorded in the audit log')
    .addHelpText('after', '\nExamples:\n  $ plimsoll pause\n  $ plimsoll pause --reason "the weekend"')
    .action(async ({ reason }: { readonly reason?: string }) => {
      const question = { verb: 'pause', args: { reason } }
      const paused = await requestServer<PauseResult>(getLocalServer(parts, command), question, REMEDY)
      if (wantsJson(command)) return printJson(parts, paused)
      parts.terminal.err(describePause(paused))
    })
}

const REMEDY =
  'The server cannot be started in the paused state. To keep the next start from trading, run plimsoll stop.'

const describePause = ({ changed, state, entriesCancelled }: PauseResult): string => {
  const { attempted, confirmed } = entriesCancelled
  const entries = attempted === 0 ? '' : ` ${confirmed} of ${attempted} resting entries cancelled.`
  const before = changed
    ? 'Paused.'
    : state === 'PAUSED'
      ? 'Already paused.'
      : `No change: the engine is ${state}, which is more restrictive than paused.`
  return `${before}${entries} To resume: plimsoll resume.\n`
}
