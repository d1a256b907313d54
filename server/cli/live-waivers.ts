import type { Command } from 'commander'
import type { HostWaiver } from '../host/waiver-verbs.ts'
import { forOption, parseForOption } from './for-option.ts'
import { hostUser } from './host-user.ts'
import type { CliParts } from './parts.ts'
import { printTable } from './print-table.ts'
import { getDataPlace, printJson, requestServer, wantsJson } from './requests.ts'

/** Gates before real money that nothing measures: waiving one for a while, seeing what is waived, ending that. */
export const addLiveWaivers = (live: Command, parts: CliParts): void => {
  addWaive(live, parts)
  addList(live, parts)
  addEnd(live, parts)
}

interface WaiveOptions {
  readonly gate: string
  readonly reason: string
  readonly for?: string
}

const addWaive = (live: Command, parts: CliParts): void => {
  const command = live
    .command('waive')
    .description('let a gate pass of which nothing measures a part; it is shown in every packet')
    .requiredOption('--gate <id>', 'such as LR12')
    .requiredOption('--reason <text>', 'why that is good enough, for the audit and the packet')
    .addOption(forOption('for how long; 90d at most, 30d by default'))
    .addHelpText(
      'after',
      '\nExample:\n  $ plimsoll live waive --gate LR19 --reason "restored by hand on Monday" --for 30d',
    )
    .action(async ({ gate: gateId, reason, for: length }: WaiveOptions) => {
      const question = { verb: 'waiver.make', args: { gateId, reason, by: hostUser(), ...parseForOption(length) } }
      const waiver = await requestServer<HostWaiver>(getDataPlace(parts, command), question, REMEDY)
      if (wantsJson(command)) return printJson(parts, waiver)
      parts.terminal.err(`${waiver.gateId} is waived until ${waiver.expiresAt}.\n`)
    })
}

const addList = (live: Command, parts: CliParts): void => {
  const command = live
    .command('waivers')
    .description('show what is waived')
    .action(async () => {
      const question = { verb: 'waiver.list', args: {} }
      const waivers = await requestServer<readonly HostWaiver[]>(getDataPlace(parts, command), question, REMEDY)
      if (wantsJson(command)) return printJson(parts, waivers)
      parts.terminal.out(printTable(HEADER, waivers.map(toCells)))
    })
}

const addEnd = (live: Command, parts: CliParts): void => {
  const command = live
    .command('unwaive')
    .description('end a waiver')
    .requiredOption('--gate <id>', 'such as LR12')
    .action(async ({ gate: gateId }: { readonly gate: string }) => {
      const question = { verb: 'waiver.end', args: { gateId } }
      const ended = await requestServer<HostWaiver>(getDataPlace(parts, command), question, REMEDY)
      if (wantsJson(command)) return printJson(parts, ended)
      parts.terminal.err(`${ended.gateId} is not waived any more.\n`)
    })
}

const REMEDY = 'Start it: plimsoll start.'

const HEADER = ['GATE', 'UNTIL', 'BY', 'WHY']

const toCells = ({ gateId, expiresAt, expired, by, reason }: HostWaiver): string[] => [
  gateId,
  expired ? `${expiresAt} (over)` : expiresAt,
  by,
  reason,
]
