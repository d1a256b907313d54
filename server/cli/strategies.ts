import type { Command } from 'commander'
import { printable } from '../core/printable.ts'
import type { HostStrategies, HostStrategy } from '../host/strategy-verbs.ts'
import type { CliParts } from './parts.ts'
import { printTable } from './print.ts'
import { getLocalServer, printJson, requestServer, wantsJson } from './requests.ts'

/** Adds the command that lists the strategies, and those that quarantine one and re-enable it. */
export const addStrategies = (program: Command, parts: CliParts): void => {
  const command = program
    .command('strategies')
    .description('list the running strategies, and why the others are not running')
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const question = { verb: 'strategies.list', args: {} }
      const listed = await requestServer<HostStrategies>(getLocalServer(parts, command), question)
      if (wantsJson(command)) return printJson(parts, listed)
      parts.terminal.out(printTable(HEADER, listed.items.map(toCells)))
      for (const { file, fault } of listed.faulty)
        parts.terminal.err(`Not loaded: ${printable(`${file}: ${fault}`)}.\n`)
    })
  addQuarantine(command, parts)
  addRearm(command, parts)
}

const addQuarantine = (strategies: Command, parts: CliParts): void => {
  const command = strategies
    .command('quarantine')
    .description('stop a strategy from entering positions, without a restart; open positions keep stops and exits')
    .argument('<id>', 'such as S03')
    .requiredOption('--reason <text>', 'reason, recorded in the audit log')
    .action(async (strategyId: string, { reason }: { readonly reason: string }) => {
      const question = { verb: 'strategies.quarantine', args: { strategyId, reason } }
      const strategy = await requestServer<HostStrategy | null>(getLocalServer(parts, command), question)
      if (wantsJson(command)) return printJson(parts, strategy)
      parts.terminal.err(
        `${strategyId} enters no positions until it is re-armed: plimsoll strategies rearm ${strategyId}\n`,
      )
    })
}

const addRearm = (strategies: Command, parts: CliParts): void => {
  const command = strategies
    .command('rearm')
    .description('allow a quarantined strategy to enter positions again')
    .argument('<id>', 'such as S03')
    .requiredOption('--reason <text>', 'reason, recorded in the audit log')
    .action(async (strategyId: string, { reason }: { readonly reason: string }) => {
      const question = { verb: 'strategies.rearm', args: { strategyId, reason } }
      const rearmed = await requestServer<HostStrategy | null>(getLocalServer(parts, command), question)
      if (wantsJson(command)) return printJson(parts, rearmed)
      parts.terminal.err(describeRearm(strategyId, rearmed))
    })
}

const HEADER = ['ID', 'NAME', 'SOURCE', 'STATE', 'OUTCOMES', 'REASON']

const toCells = ({ strategyId, name, file, state, outcomes, reason }: HostStrategy): string[] => [
  strategyId,
  name,
  file ?? 'built in',
  state.toLowerCase(),
  String(outcomes),
  reason ?? '',
]

const describeRearm = (strategyId: string, rearmed: HostStrategy | null): string => {
  if (rearmed?.state === 'DOWN')
    return `Entries of ${strategyId} are allowed again, but it is not running: ${printable(rearmed.reason ?? '')}. Restart the server.\n`
  return rearmed
    ? `Entries of ${strategyId} are allowed again.\n`
    : `Entries of ${strategyId} are allowed again, but it is not among the running strategies.\n`
}

const EXAMPLES = `
Examples:
  $ plimsoll strategies
  $ plimsoll strategies quarantine S03 --reason "loses in this market"
  $ plimsoll strategies rearm S03 --reason "the market has calmed down"`
