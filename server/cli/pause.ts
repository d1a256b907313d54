import type { Command } from 'commander'
import type { PauseResult } from '../../contract/control.ts'
import type { CliParts } from './parts.ts'
import { getDataPlace, printJson, requestServer, wantsJson } from './requests.ts'

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
