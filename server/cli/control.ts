import { type Command, Option } from 'commander'
import type { PauseResult } from '../../contract/control.ts'
import type { HostPreview, HostStatus } from '../host/control-verbs.ts'
import { toCliFailure, usageFailure } from './failure.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print.ts'
import { commandLine, getDataPlace, printJson, requestServer, wantsJson } from './requests.ts'

export const addResume = (program: Command, parts: CliParts): void => {
  const command = addRaiseOptions(
    program.command('resume').description('let autotrading go on after a pause, in two steps'),
  )
    .addHelpText('after', EXAMPLES)
    .action(() =>
      raise(parts, command, {
        name: 'resume',
        verb: 'resume',
        remedy: 'Start it: plimsoll start.',
        done: 'Resumed.',
      }),
    )
}

const EXAMPLES = `
Examples:
  $ plimsoll resume
  $ plimsoll resume --confirm CODE --reason "reviewed the losses"`

/** A command that gives authority back to the engine. */
interface Raising {
  /** Command name as typed. */
  readonly name: string
  /** Prefix of the host commands it sends. */
  readonly verb: 'stop' | 'resume'
  /** For when no server runs. */
  readonly remedy: string
  /** Message printed on success. */
  readonly done: string
}

interface RaiseOptions {
  readonly confirm?: string
  readonly reason?: string
}

/** The two options of its two steps. */
const addRaiseOptions = (command: Command): Command =>
  command
    .addOption(new Option('--confirm <code>', 'do it, with the code shown before'))
    .addOption(new Option('--reason <text>', 'why, for the audit; needed to confirm'))

/** Shows the current state and how to confirm; with the confirmation code, executes the command. */
const raise = async (parts: CliParts, command: Command, raising: Raising): Promise<void> => {
  // `stop` has a --reason too, and takes it also behind `clear`.
  const { confirm, reason } = command.optsWithGlobals<RaiseOptions>()
  if (confirm === undefined) return show(parts, command, raising)
  if (reason === undefined || reason.trim() === '') throw usageFailure('Give --reason: it is kept in the audit.')
  const { verb, remedy, done } = raising
  const question = { verb: `${verb}.confirm`, args: { code: confirm, reason } }
  const status = await requestServer<HostStatus>(getDataPlace(parts, command), question, remedy)
  if (wantsJson(command)) return printJson(parts, status)
  parts.terminal.err(`${done} The engine is ${status.state}.\n`)
}

const show = async (parts: CliParts, command: Command, { name, verb, remedy }: Raising): Promise<void> => {
  const question = { verb: `${verb}.show`, args: {} }
  const preview = await requestServer<HostPreview>(getDataPlace(parts, command), question, remedy)
  if (wantsJson(command)) printJson(parts, preview)
  else parts.terminal.out(formatPreview(preview, commandLine(command, name, `--confirm ${preview.code} --reason "…"`)))
  if (preview.obstacle) throw toCliFailure(preview.obstacle)
}

const formatPreview = ({ standing, auditFault, obstacle, expiresAt }: HostPreview, confirming: string): string =>
  printFields([
    ['State', `${standing.state}, requested ${standing.desired}`],
    ['Mode', standing.mode],
    ['Stop', standing.stopId === null ? 'none' : [standing.stopId, standing.stopReason ?? '']],
    ['Lost', formatList(standing.behind)],
    ['Tripped', formatList(standing.tripped)],
    ['Differences', formatList(standing.differences)],
    ['Unknown', formatList(standing.unknownOutcomes)],
    ['Unprotected', formatList(standing.unprotected)],
    ['To cancel', formatList(standing.leftToCancel)],
    ['Swept', standing.swept ? 'yes' : 'not yet'],
    ['Exchange', standing.reconciled ? 'read' : 'not read since the start'],
    ['Other engine', standing.foreignEpoch === null ? 'none' : `with epoch ${standing.foreignEpoch}`],
    ['Store', standing.storeFailure ?? 'well'],
    ['Audit', auditFault ?? 'whole, as far as was read at the start'],
    ['Held back', obstacle ? `${obstacle.code}: ${obstacle.message}` : 'by nothing'],
    ...(obstacle ? [] : [['Confirm', [confirming, `until ${expiresAt}, if nothing changes before`]] as const]),
  ])

const formatList = (items: readonly string[]): string | readonly string[] => (items.length === 0 ? 'none' : items)

export const addStopClear = (stop: Command, parts: CliParts): void => {
  const command = addRaiseOptions(
    stop.command('clear').description('clear the emergency stop, in two steps; the engine is then paused'),
  )
    .addHelpText('after', CLEAR_EXAMPLES)
    .action(async () => {
      if (stop.opts().flatten) throw usageFailure('--flatten belongs to a stop, not to clearing it.')
      await raise(parts, command, {
        name: 'stop clear',
        verb: 'stop',
        remedy: 'Start it first: it comes up HALTED and compares its books with the exchange, which clearing needs.',
        done: 'The stop is cleared. After reconciliation with the exchange the engine is PAUSED: plimsoll resume.',
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
    .description('autotrading enters no more; positions and their stops stay')
    .option('--reason <text>', 'why, for the audit')
    .addHelpText('after', '\nExamples:\n  $ plimsoll pause\n  $ plimsoll pause --reason "the weekend"')
    .action(async ({ reason }: { readonly reason?: string }) => {
      const question = { verb: 'pause', args: { reason } }
      const paused = await requestServer<PauseResult>(getDataPlace(parts, command), question, REMEDY)
      if (wantsJson(command)) return printJson(parts, paused)
      parts.terminal.err(describePause(paused))
    })
}

const REMEDY = 'A start with autotrading paused is not possible: plimsoll stop holds the next one.'

const describePause = ({ changed, state, entriesCancelled }: PauseResult): string => {
  const { attempted, confirmed } = entriesCancelled
  const entries = attempted === 0 ? '' : ` ${confirmed} of ${attempted} resting entries are cancelled.`
  const before = changed ? 'Paused.' : `The engine is ${state} and does no more than a paused one.`
  return `${before}${entries} To go on: plimsoll resume.\n`
}
