import type { Command } from 'commander'
import type { HostCheck } from '../host/readiness-verbs.ts'
import type { ReadinessCheckKind } from '../monitor/inputs/go-live.ts'
import { hostUser } from './host-user.ts'
import type { CliParts } from './parts.ts'
import { printTable } from './print-table.ts'
import { getDataPlace, printJson, requestServer, wantsJson } from './requests.ts'

/** Checks for the readiness gates: the review of the limits, and the list of everything recorded. */
export const addLiveChecks = (live: Command, parts: CliParts): void => {
  addReview(live, parts)
  addList(live, parts)
}

const addReview = (live: Command, parts: CliParts): void => {
  const command = live
    .command('review')
    .description('record that you have reviewed the limits in force (readiness gate LR05)')
    .requiredOption('--reason <text>', 'what was reviewed, for the audit and the packet')
    .action(async ({ reason }: { readonly reason: string }) => {
      const question = { verb: 'check.reviewLimits', args: { reason, by: hostUser() } }
      const check = await requestServer<HostCheck>(getDataPlace(parts, command), question, REMEDY)
      if (wantsJson(command)) return printJson(parts, check)
      parts.terminal.err(`The review of the limits ${check.subject} by ${check.by} is recorded for 90 days.\n`)
    })
}

const addList = (live: Command, parts: CliParts): void => {
  const command = live
    .command('checks')
    .description('show the checks recorded for the readiness gates')
    .action(async () => {
      const question = { verb: 'check.list', args: {} }
      const checks = await requestServer<readonly HostCheck[]>(getDataPlace(parts, command), question, REMEDY)
      if (wantsJson(command)) return printJson(parts, checks)
      parts.terminal.out(printTable(HEADER, checks.map(toCells)))
    })
}

const REMEDY = 'Start it: plimsoll start.'

const HEADER = ['CHECK', 'OF', 'BY', 'COUNT', 'FAULTS', 'NOTE']

const toCells = ({ kind, at, by, count, faults, note }: HostCheck): string[] => [
  kind,
  at,
  by,
  String(count),
  String(faults),
  note ?? '',
]

/** Result of a check that a command has run. */
export interface CheckResult {
  readonly check: Exclude<ReadinessCheckKind, 'LIMITS_REVIEW'>
  readonly atMs: number
  readonly subject?: string
  readonly count: number
  readonly faults: number
  readonly note?: string
}

/** Records a result with the running server and prints that it did; without a server nothing is recorded or printed. */
export const recordCheck = async (parts: CliParts, command: Command, result: CheckResult): Promise<void> => {
  const answer = await getDataPlace(parts, command).request('check.record', { ...result, by: hostUser() })
  if (answer.ok) parts.terminal.err('Recorded for the readiness gates: plimsoll live checks.\n')
  else if (answer.error.code !== 'SERVER_UNREACHABLE')
    parts.terminal.err(`Not recorded for the readiness gates: ${answer.error.message}\n`)
}
