import { userInfo } from 'node:os'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { parseDuration } from '../core/instant.ts'
import type { HostGrant } from '../host/live-verbs.ts'
import type { HostCheck } from '../host/readiness-verbs.ts'
import type { HostWaiver } from '../host/waiver-verbs.ts'
import type { FillReading, KeyReading, ReadinessCheckKind } from '../monitor/inputs/go-live.ts'
import type { CliParts } from './parts.ts'
import { printFields, printTable } from './print.ts'
import { getLocalServer, printJson, requestServer, wantsJson } from './requests.ts'

/** Adds the commands for live trading: arming, waivers and readiness checks. */
export const addLive = (program: Command, parts: CliParts): void => {
  const live = program.command('live').description('live trading with real money')
  addArm(live, parts)
  addDisarm(live, parts)
  addGrant(live, parts)
  addLiveWaivers(live, parts)
  addLiveChecks(live, parts)
}

const addDisarm = (live: Command, parts: CliParts): void => {
  const command = live
    .command('disarm')
    .description('block new live entries; positions keep their stops')
    .requiredOption('--reason <text>', 'reason, recorded in the audit log')
    .action(async ({ reason }: { readonly reason: string }) => {
      const disarmed = await requestServer<null>(getLocalServer(parts, command), {
        verb: 'live.disarm',
        args: { reason },
      })
      if (wantsJson(command)) return printJson(parts, disarmed)
      parts.terminal.err('Disarmed: no new live entries.\n')
    })
}

const addGrant = (live: Command, parts: CliParts): void => {
  const command = live
    .command('grant')
    .description('show the current live grant')
    .action(async () => {
      const grant = await requestServer<HostGrant | null>(getLocalServer(parts, command), {
        verb: 'live.grant',
        args: {},
      })
      if (wantsJson(command)) return printJson(parts, grant)
      parts.terminal.out(grant ? printGrant(grant) : 'There is no live grant.\n')
    })
}

const printGrant = ({ packetHash, scope, reason, grantedAt, expiresAt }: HostGrant): string =>
  printFields([
    ['Packet', packetHash],
    ['Scope', scope === 'MANUAL' ? 'manual orders' : 'manual orders and autotrading'],
    ['Granted', grantedAt],
    ['Until', expiresAt],
    ['Reason', reason],
  ])

/** Duration option. */
const forOption = (description: string): Option =>
  new Option('--for <duration>', description).argParser((text: string) => {
    if (parseDuration(text) !== undefined) return text
    throw new InvalidArgumentError('Specify a duration such as 12h or 30d.')
  })

/** Returns the verb's argument, if a duration was given. */
const parseForOption = (text: string | undefined): { readonly forMs?: number } => {
  const forMs = text === undefined ? undefined : parseDuration(text)
  return forMs === undefined ? {} : { forMs }
}

/** Returns the name of the user who runs the command and is recorded as responsible. */
const hostUser = (): string => userInfo().username

interface ArmOptions {
  readonly packet: string
  readonly reason: string
  readonly for?: string
}

const addArm = (live: Command, parts: CliParts): void => {
  const command = live
    .command('arm')
    .description('allow live orders, based on the decision packet you reviewed')
    .requiredOption(
      '--packet <hash>',
      'packetHash of /api/monitor/live-readiness-decision-packet; its verdict must be GO',
    )
    .requiredOption('--reason <text>', 'reason, recorded in the audit log')
    .addOption(forOption('duration, at most 7d (default: 7d)'))
    .addHelpText('after', '\nExample:\n  $ plimsoll live arm --packet HASH --reason "thirty good days" --for 3d')
    .action(async ({ packet, reason, for: length }: ArmOptions) => {
      const args = { packet, reason, ...parseForOption(length) }
      const grant = await requestServer<HostGrant>(getLocalServer(parts, command), { verb: 'live.arm', args })
      if (wantsJson(command)) return printJson(parts, grant)
      parts.terminal.err(
        `Armed until ${grant.expiresAt}. Live entries are allowed on this server, and after a restart with the same limits and build.\n`,
      )
    })
}

/** Adds the commands that waive a readiness gate temporarily, list the waivers, and end one. */
const addLiveWaivers = (live: Command, parts: CliParts): void => {
  addWaive(live, parts)
  addWaiverList(live, parts)
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
    .description('waive the unmeasured part of a readiness gate; every packet shows the waiver')
    .requiredOption('--gate <id>', 'such as LR12')
    .requiredOption('--reason <text>', 'justification, recorded in the audit log and the packet')
    .addOption(forOption('duration, at most 90d (default: 30d)'))
    .addHelpText(
      'after',
      '\nExample:\n  $ plimsoll live waive --gate LR19 --reason "restored by hand on Monday" --for 30d',
    )
    .action(async ({ gate: gateId, reason, for: length }: WaiveOptions) => {
      const question = { verb: 'waiver.make', args: { gateId, reason, by: hostUser(), ...parseForOption(length) } }
      const waiver = await requestServer<HostWaiver>(getLocalServer(parts, command), question)
      if (wantsJson(command)) return printJson(parts, waiver)
      parts.terminal.err(`${waiver.gateId} is waived until ${waiver.expiresAt}.\n`)
    })
}

const addWaiverList = (live: Command, parts: CliParts): void => {
  const command = live
    .command('waivers')
    .description('list the waivers')
    .action(async () => {
      const question = { verb: 'waiver.list', args: {} }
      const waivers = await requestServer<readonly HostWaiver[]>(getLocalServer(parts, command), question)
      if (wantsJson(command)) return printJson(parts, waivers)
      parts.terminal.out(printTable(WAIVER_HEADER, waivers.map(waiverCells)))
    })
}

const addEnd = (live: Command, parts: CliParts): void => {
  const command = live
    .command('unwaive')
    .description('end a waiver')
    .requiredOption('--gate <id>', 'such as LR12')
    .action(async ({ gate: gateId }: { readonly gate: string }) => {
      const question = { verb: 'waiver.end', args: { gateId } }
      const ended = await requestServer<HostWaiver>(getLocalServer(parts, command), question)
      if (wantsJson(command)) return printJson(parts, ended)
      parts.terminal.err(`${ended.gateId} is no longer waived.\n`)
    })
}

const WAIVER_HEADER = ['GATE', 'UNTIL', 'BY', 'REASON']

const waiverCells = ({ gateId, expiresAt, expired, by, reason }: HostWaiver): string[] => [
  gateId,
  expired ? `${expiresAt} (expired)` : expiresAt,
  by,
  reason,
]

/** Adds the commands that record a review of the limits and list all recorded checks. */
const addLiveChecks = (live: Command, parts: CliParts): void => {
  addReview(live, parts)
  addCheckList(live, parts)
}

const addReview = (live: Command, parts: CliParts): void => {
  const command = live
    .command('review')
    .description('record that you have reviewed the limits in effect (readiness gate LR05)')
    .requiredOption('--reason <text>', 'what was reviewed, recorded in the audit log and the packet')
    .action(async ({ reason }: { readonly reason: string }) => {
      const question = { verb: 'check.reviewLimits', args: { reason, by: hostUser() } }
      const check = await requestServer<HostCheck>(getLocalServer(parts, command), question)
      if (wantsJson(command)) return printJson(parts, check)
      parts.terminal.err(`The review of the limits ${check.subject} by ${check.by} is recorded for 90 days.\n`)
    })
}

const addCheckList = (live: Command, parts: CliParts): void => {
  const command = live
    .command('checks')
    .description('list the checks recorded for the readiness gates')
    .action(async () => {
      const question = { verb: 'check.list', args: {} }
      const checks = await requestServer<readonly HostCheck[]>(getLocalServer(parts, command), question)
      if (wantsJson(command)) return printJson(parts, checks)
      parts.terminal.out(printTable(CHECK_HEADER, checks.map(checkCells)))
    })
}

const CHECK_HEADER = ['CHECK', 'AT', 'BY', 'COUNT', 'FAULTS', 'NOTE']

const checkCells = ({ kind, at, by, count, faults, note }: HostCheck): string[] => [
  kind,
  at,
  by,
  String(count),
  String(faults),
  note ?? '',
]

/** Result of a check that a command has run. */
type CheckResult = CountedResult | KeyResult | FillResult

interface KeyResult {
  readonly check: 'KEY'
  readonly atMs: number
  /** Digest of the sealed key. */
  readonly fingerprint: string
  readonly key: KeyReading
}

interface FillResult {
  readonly check: 'FILLS'
  readonly atMs: number
  readonly market: string
  readonly count: number
  readonly faults: number
  readonly note?: string
  readonly fills: FillReading
}

interface CountedResult {
  readonly check: Exclude<ReadinessCheckKind, 'LIMITS_REVIEW' | 'KEY' | 'FILLS'>
  readonly atMs: number
  readonly subject?: string
  readonly count: number
  readonly faults: number
  readonly note?: string
}

/**
 * Records a result on the running server and prints a confirmation; without a server, nothing is recorded or printed.
 */
export const recordCheck = async (parts: CliParts, command: Command, result: CheckResult): Promise<void> => {
  const answer = await getLocalServer(parts, command).request(chooseVerb(result), { ...result, by: hostUser() })
  if (answer.ok) parts.terminal.err('Recorded for the readiness gates: plimsoll live checks.\n')
  else if (answer.error.code !== 'SERVER_UNREACHABLE')
    parts.terminal.err(`Not recorded for the readiness gates: ${answer.error.message}\n`)
}

const chooseVerb = ({ check }: CheckResult): string =>
  check === 'KEY' ? 'check.recordKey' : check === 'FILLS' ? 'check.recordFills' : 'check.record'
