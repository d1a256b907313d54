import { type Command, Option } from 'commander'
import type { StopResult } from '../../contract/control.ts'
import { printable } from '../core/printable.ts'
import type { Flatten } from '../domain/control/stop.ts'
import type { StandbyStop } from '../host/control-verbs.ts'
import type { LocalServer } from '../host/local-server.ts'
import type { HostFault } from '../host/verb.ts'
import { CliFailure, EXIT } from './failure.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print.ts'
import { getLocalServer, printJson, wantsJson } from './requests.ts'

/** Adds the emergency stop. It never prompts and works with a healthy, a hung and a missing server. */
export const addStop = (program: Command, parts: CliParts): Command => {
  const command = program
    .command('stop')
    .description('emergency stop: blocks every order that increases risk until cleared')
    .addOption(new Option('--reason <text>', 'reason, recorded in the audit log'))
    .addOption(new Option('--flatten', 'close open positions as well'))
    .addHelpText('after', EXAMPLES)
    .action(async ({ reason, flatten: flattens }: Options) => {
      const flatten = flattens ? 'REDUCE_ONLY' : 'NONE'
      const server = getLocalServer(parts, command)
      if (!server.exists()) throw noDirectory(server)
      const inFile = await writeFile(parts, server, { reason, flatten })
      if (!wantsJson(command)) parts.terminal.out(printFields([['Stop file', fileLine(server, inFile)]]))
      const end = await stopServer(server, parts.time, { reason, flatten })
      if (wantsJson(command)) printJson(parts, { stopFile: { path: server.stopFilePath, written: inFile }, ...end })
      else parts.terminal.out(printStopEnd(end, inFile))
      refuseUnsure(end, inFile)
    })
  return command
}

interface Options {
  readonly reason?: string
  readonly flatten?: true
}

const writeFile = async (
  { newStop }: CliParts,
  { stopFile }: LocalServer,
  { reason = 'plimsoll stop', flatten }: { readonly reason: string | undefined; readonly flatten: Flatten },
): Promise<boolean> => stopFile.write(newStop({ reason: printable(reason), flatten })) && stopFile.sync()

const fileLine = ({ stopFilePath }: LocalServer, inFile: boolean): string =>
  inFile ? `${stopFilePath} written` : `${stopFilePath} could not be written; the server is stopped directly`

/** Throws unless it is certain that nothing can increase risk, now and after the next start. */
const refuseUnsure = (end: StopEnd, inFile: boolean): void => {
  if (end.kind === 'faulted') throw new CliFailure(EXIT.failure, { ...end.fault, remedy: CHECK_STATUS })
  if (end.kind === 'silent') {
    throw new CliFailure(EXIT.failure, {
      code: 'NOT_ENDED',
      message: `The server does not respond, and its process ${end.pid ?? '(unknown)'} could not be killed.`,
      remedy: 'Kill it manually. If it recovers, it reads the stop file and stops.',
    })
  }
  if (inFile || end.kind === 'stopped') return
  throw new CliFailure(EXIT.failure, {
    code: 'NOT_LATCHED',
    message: `The stop file could not be written, so the next start will trade normally. ${describeEnd(end)}`,
    remedy: 'Run the command as the user who runs the server, or free disk space; then run plimsoll stop again.',
  })
}

const describeEnd = (end: StopEnd): string =>
  end.kind === 'notRunning' ? end.fault.message : 'The server did not respond and was killed.'

const CHECK_STATUS =
  'Whether it has stopped is unknown: run plimsoll status. The server checks the stop file four times a second.'

const noDirectory = ({ directory }: LocalServer): CliFailure =>
  new CliFailure(EXIT.failure, {
    code: 'NO_DATA_DIRECTORY',
    message: `Nothing was stopped: there is no data directory ${directory}.`,
    remedy: 'Specify the correct one with --data-dir.',
  })

const EXAMPLES = `
Examples:
  $ plimsoll stop
  $ plimsoll stop --reason "the feed looks wrong"
  $ plimsoll stop --flatten

It never prompts and can be repeated. A server that does not respond within five seconds is killed.`

/** Formats the completed and the next steps; without the stop file, the next start is not stopped. */
const printStopEnd = (end: StopEnd, inFile: boolean): string => {
  switch (end.kind) {
    case 'stopped':
      if (end.stop && 'standbyOf' in end.stop)
        return printFields([
          ['Store', passedOn(end.stop)],
          ['Clear', 'plimsoll stop clear, on the host of the active engine'],
        ])
      return end.stop ? printStop(end.stop) : printFields([['Server', 'stopped, and the stop has since been cleared']])
    case 'notRunning':
      return inFile
        ? printFields([
            ['Server', 'not running; the next start is HALTED'],
            ['Clear', 'plimsoll start, then: plimsoll stop clear'],
          ])
        : ''
    case 'ended':
      return printFields([
        ['Server', `did not respond; process ${end.pid} was killed`],
        ['Positions', 'keep the stops that are open at the exchange'],
        ['Orders', 'resting at the exchange are still open and may be filled'],
        ...(inFile ? AFTER_END : []),
      ])
    default:
      return ''
  }
}

const passedOn = ({ standbyOf }: StandbyStop): string =>
  `stopped for the account ${standbyOf}: no engine will send orders that increase risk`

const AFTER_END = [
  ['Next', 'plimsoll start: it starts HALTED, cancels them and manages the stops'],
  ['Clear', 'then: plimsoll stop clear'],
] as const

const printStop = (stop: StopResult): string => {
  const { found, protectiveKept, cancelled, filled, pending, failed, outcomeUnknown } = stop.orders
  const left = stop.positions.open - stop.positions.protected
  return printFields([
    ['Server', `${stop.alreadyLatched ? 'already stopped' : 'stopped'}: ${stop.stopId}, ${stop.latchedAt}`],
    ['Stored in', PERSISTENCE[stop.latchPersistence]],
    [
      'Orders',
      [
        `${found} found: ${protectiveKept} protective kept, ${cancelled} cancelled, ${filled} filled before cancellation`,
        ...(pending + failed.length + outcomeUnknown.length === 0
          ? []
          : [`${pending} being cancelled, ${failed.length} retried, ${outcomeUnknown.length} with unknown outcome`]),
      ],
    ],
    ['Positions', `${stop.positions.open} open, ${stop.positions.protected} with a verified stop${openWords(left)}`],
    ['Closing', stop.flatten === 'NONE' ? 'not requested' : 'every position, in up to three steps'],
    ['Phase', `${stop.phase}: ${PHASES[stop.phase]}`],
    ['Follow', 'plimsoll status'],
    ['Clear', stop.clear.via],
  ])
}

const openWords = (left: number): string => (left === 0 ? '' : `, ${left} being protected or closed`)

const PERSISTENCE: Readonly<Record<StopResult['latchPersistence'], string>> = {
  FILE_AND_DB: 'the stop file and the database',
  FILE: 'the stop file',
  DB: 'the database; the stop file could not be written',
  MEMORY_ONLY: 'MEMORY ONLY: neither file nor database can be written. Do not restart before you free disk space',
}

const PHASES: Readonly<Record<StopResult['phase'], string>> = {
  LATCHED: 'orders that increase risk are blocked; the engine has not processed the stop yet',
  CANCELLING: 'orders are being cancelled; this is retried until it succeeds',
  PROTECTING: 'stops are being placed for open positions',
  FLATTENING: 'positions are being closed',
  SWEEPING: 'nothing is left to do; waiting for a second account reading to confirm it',
  COMPLETE: 'nothing is left to do',
}

/** Result of a stop request to the server. */
type StopEnd =
  /** The server has stopped. `null` when the stop was cleared again meanwhile. */
  | { readonly kind: 'stopped'; readonly stop: StopResult | StandbyStop | null }
  /** Nothing responds, and no process is known to hold the directory. */
  | { readonly kind: 'notRunning'; readonly fault: HostFault }
  /** It did not respond, and its process was ended. */
  | { readonly kind: 'ended'; readonly pid: number }
  /** It did not respond, and its process is still running. */
  | { readonly kind: 'silent'; readonly pid: number | null }
  /** It responded with something else. */
  | { readonly kind: 'faulted'; readonly fault: HostFault }

/** Response timeout: up to three seconds for the server's answer, and two more for the connection. */
const PATIENCE_MS = 5_000
const AGAIN_AFTER_MS = 100
/** Time allowed for the kernel to end a process and release its lock. */
const ENDS_WITHIN_MS = 2_000

/** Sends the server a stop request; ends a server that does not respond. */
const stopServer = async (
  server: LocalServer,
  time: CliParts['time'],
  args: { readonly reason?: string | undefined; readonly flatten: Flatten },
): Promise<StopEnd> => {
  const overAtMs = time.monotonic() + PATIENCE_MS
  for (;;) {
    const leftMs = overAtMs - time.monotonic()
    const answer = await server.request('stop', args, Math.max(leftMs, AGAIN_AFTER_MS))
    if (answer.ok) return { kind: 'stopped', stop: answer.value as StopResult | StandbyStop | null }
    const isOver = time.monotonic() >= overAtMs
    const end = toStopEnd(answer.error, server, isOver)
    if (end === 'TO_BE_ENDED') return endHolder(server, time)
    if (end) return end
    await time.wait(AGAIN_AFTER_MS)
  }
}

/** Undefined while the request should be repeated: the server may be starting, shutting down, or busy. */
const toStopEnd = (fault: HostFault, server: LocalServer, isOver: boolean): StopEnd | 'TO_BE_ENDED' | undefined => {
  if (fault.code === 'BUSY' && !isOver) return undefined
  if (fault.code !== 'SERVER_UNREACHABLE') return { kind: 'faulted', fault }
  if (!server.holder()) return { kind: 'notRunning', fault }
  return isOver ? 'TO_BE_ENDED' : undefined
}

const endHolder = async (server: LocalServer, time: CliParts['time']): Promise<StopEnd> => {
  const pid = server.holder()?.pid ?? null
  if (pid === null || !server.end(pid)) return { kind: 'silent', pid }
  const overAtMs = time.monotonic() + ENDS_WITHIN_MS
  while (server.holder()?.pid === pid) {
    if (time.monotonic() >= overAtMs) return { kind: 'silent', pid }
    await time.wait(AGAIN_AFTER_MS)
  }
  return { kind: 'ended', pid }
}
