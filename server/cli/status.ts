import type { Command } from 'commander'
import { toRfc3339 } from '../core/instant.ts'
import type { HostStatus, StandbyStatus } from '../host/control-verbs.ts'
import { CliFailure, EXIT } from './failure.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print.ts'
import { getLocalServer, printJson, requestServer, wantsJson } from './requests.ts'

/** Adds the command that prints the status of the running engine. */
export const addStatus = (program: Command, parts: CliParts): void => {
  const command = program
    .command('status')
    .description('show the state of the engine, its cause, and the next step')
    .addHelpText('after', '\nExamples:\n  $ plimsoll status\n  $ plimsoll status --json')
    .action(async () => {
      const server = getLocalServer(parts, command)
      const request = requestServer<HostStatus | StandbyStatus>(server, { verb: 'status', args: {} })
      const status = await request.catch((error) => showStopped(parts, command, error))
      if (wantsJson(command)) printJson(parts, status)
      else parts.terminal.out(status.state === 'STANDBY' ? printStandby(status) : printStatus(status))
    })
}

/** Prints the information available without a server, then rethrows the failure. */
const showStopped = (parts: CliParts, command: Command, error: unknown): never => {
  if (!(error instanceof CliFailure) || error.exitCode !== EXIT.unreachable) throw error
  const { stopFile, stopFilePath, ...server } = getLocalServer(parts, command)
  const isThere = stopFile.exists()
  const holder = server.holder()
  if (wantsJson(command)) {
    printJson(parts, { state: 'STOPPED', stopFile: { isThere, stop: stopFile.read() }, holder: holder ?? null })
  } else {
    const holding = holder && `process ${holder.pid ?? '(unknown)'} holds the data directory and does not respond`
    parts.terminal.out(
      printFields([
        ['State', 'STOPPED: no server responds'],
        ['Process', holding ?? 'none'],
        ['Stop', isThere ? `engaged: ${stopFilePath} exists; the next start is HALTED` : 'no stop file'],
      ]),
    )
  }
  throw holder ? new CliFailure(EXIT.unreachable, { ...error.fault, remedy: HUNG }) : error
}

const HUNG = 'It may be starting or stopping. If it hangs: plimsoll stop kills it.'

const describeActive = (epoch: number | null, activeHost: string | null): string => {
  if (epoch === null) return 'unknown'
  return activeHost === null ? 'no engine; the lease is being taken' : `host ${activeHost}, epoch ${epoch}`
}

const printStandby = ({ account, epoch, activeHost, batch }: StandbyStatus): string =>
  printFields([
    ['State', `STANDBY of the account ${account}`],
    ['Active', describeActive(epoch, activeHost)],
    ['Copied', `up to batch ${batch} of the journal`],
    ['Store', epoch === null ? 'does not respond' : 'responds'],
    ['Next', 'nothing to do; takes over when the active engine stops responding'],
  ])

/** Formats the status of the engine for a person. */
const printStatus = (status: HostStatus): string =>
  printFields([
    ['State', `${status.state} since ${status.stateSince}: ${status.stateReason.message} (${status.stateReason.code})`],
    ['Requested', status.desiredState],
    ['Autotrading', describeBooks(status)],
    ['Exchange', describeExchange(status)],
    ...describeBus(status),
    ...describeClock(status),
    ['Stop', describeStop(status)],
    ['Positions', `${status.positions.open} open, ${status.positions.protected} with a verified stop`],
    ['Blockers', status.topBlockers.length === 0 ? 'none' : status.topBlockers.map(describeBlocker)],
    ['Next', describeNext(status)],
  ])

/** Returns lines for each trading scope: its content, manual symbols, and whether it is exploratory. */
const describeBooks = ({ books }: HostStatus): string[] =>
  books.flatMap(({ mode, symbols, timeframes, manualSymbols, explores }) => [
    `${mode}: ${symbols.join(', ')} on ${timeframes.join(', ')} bars`,
    ...(manualSymbols.length === 0 ? [] : [`manual trading only: ${manualSymbols.join(', ')}`]),
    ...(explores ? [EXPLORING] : []),
  ])

const EXPLORING = 'EXPLORING: also enters without an expected edge, labelled exploratory (--explore)'

const describeExchange = ({ exchange: { name, notice, execution, connected, troubles } }: HostStatus): string[] => [
  `${name}, ${execution}${connected ? '' : ', not connected'}`,
  ...(notice === null ? [] : [notice]),
  ...troubles.map(({ code, detail, remedy }) => `${code}: ${detail} ${remedy}`),
]

/** Describes the bus of an account in a shared store. */
const describeBus = ({ bus }: HostStatus): [string, string][] => {
  if (!bus) return []
  const since = `since ${toRfc3339(bus.sinceMs)}`
  const name = BUS_NAMES[bus.kind]
  if (bus.state === 'CONNECTED') return [['Bus', `${name}, connected ${since}`]]
  const state = bus.state === 'SILENT' ? 'connected, but silent' : 'not connected'
  return [['Bus', `${name}, ${state} ${since}: ${bus.fault}. Changes are noticed up to half a second later`]]
}

const BUS_NAMES = { NATS: 'NATS', POSTGRES: 'PostgreSQL' } as const

/** Describes the host clock when it differs from platform time. */
const describeClock = ({ hostClock: { offsetMs } }: HostStatus): [string, string][] =>
  offsetMs === 0
    ? []
    : [
        [
          'Clock',
          `the host clock is ${Math.abs(offsetMs) / 1_000} s ${offsetMs > 0 ? 'ahead of' : 'behind'} platform time: synchronise it`,
        ],
      ]

const describeStop = ({ latch, stop }: HostStatus): string | string[] => {
  if (!latch.engaged) return 'none'
  if (!stop) return 'engaged'
  const { username, sub, type } = stop.requestedBy
  const by = username ?? sub ?? type
  return [
    `${stop.stopId} since ${stop.latchedAt} by ${by}: ${stop.reason} (${stop.code})`,
    `phase ${stop.phase}, stored in ${stop.latchPersistence}`,
  ]
}

const describeBlocker = ({ code, message }: HostStatus['topBlockers'][number]): string => `${code}: ${message}`

const NEXT: Readonly<Record<HostStatus['state'], string>> = {
  STOPPED: 'wait until it has started',
  STARTING: 'wait until it has started',
  RECONCILING: 'wait until it has reconciled with the exchange',
  RUNNING: 'nothing to do',
  DEGRADED: 'see the blockers; resumes automatically after one healthy minute',
  PAUSED: 'to resume: plimsoll resume',
  HALTED: 'find the cause; then: plimsoll stop clear',
  STOPPING: 'wait until it has stopped',
}

const describeNext = ({ state, stateReason, stop, topBlockers, exchange }: HostStatus): string => {
  const [trouble] = exchange.troubles
  if (topBlockers.some(({ code }) => code === 'STORE_FAILED')) return 'free disk space, or repair the disk'
  if (trouble && state !== 'HALTED' && state !== 'STOPPING') return trouble.remedy
  if (state === 'PAUSED' && stateReason.code === 'DAY_LOSS')
    return 'wait for the next day in UTC; then: plimsoll resume'
  return state === 'HALTED' && stop && stop.phase !== 'COMPLETE' ? 'wait until the stop is COMPLETE' : NEXT[state]
}
