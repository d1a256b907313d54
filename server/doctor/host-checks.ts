/**
 * Checks of this host, of the bus and of the messenger channels for `plimsoll doctor`: plain facts in, findings with remedies out.
 */

import { toRfc3339 } from '../core/instant.ts'
import type { Result } from '../core/result.ts'
import type { BusStanding } from '../engine/model/fleet.ts'
import type { ChannelFault } from '../monitor/inputs/messenger.ts'
import { findClockFault } from './clock-fault.ts'
import { type Finding, failed, fine, noted, warned } from './finding.ts'
import type { HostFacts } from './host-facts.ts'

/** Checks the host; each check follows the checks it depends on. */
export const judgeHost = (facts: HostFacts): Finding[] => [
  judgeNode(facts),
  ...judgeDirectory(facts),
  judgeServer(facts),
  judgeSettings(facts),
  judgeConstitution(facts),
  ...judgePort(facts),
  ...judgeSchema(facts),
  judgeAudit(facts),
  judgeClockHere(facts),
  judgeKeysFile(facts),
]

/** Same as in `bin/plimsoll.js`, which also runs on older versions. */
const NODE_MIN = '24.7'

const judgeNode = ({ nodeVersion }: HostFacts): Finding =>
  nodeVersion.localeCompare(NODE_MIN, 'en', { numeric: true }) >= 0
    ? fine('node', nodeVersion)
    : failed(
        'node',
        `${nodeVersion}; ${NODE_MIN} or later is required`,
        `Install Node ${NODE_MIN} or later. In a clone, 'npm ci' installs one.`,
      )

const GB = 2 ** 30
const FREE_WARN_BYTES = 5 * GB
const FREE_FAIL_BYTES = GB
const OF_OTHERS = 0o077

const judgeDirectory = ({ directory, mountFault }: HostFacts): Finding[] => {
  const { path, exists, fault, mode } = directory
  const check = 'data directory'
  if (mountFault) return [failed(check, mountFault.fault, mountFault.remedy), judgeSpace(directory)]
  if (fault) return [failed(check, fault.fault, fault.remedy)]
  return [
    exists ? judgeMode(path, mode) : noted(check, `${path} does not exist yet; the first start creates it`),
    judgeSpace(directory),
  ]
}

const judgeMode = (path: string, mode: number | null): Finding => {
  const check = 'data directory'
  if (mode === null) return fine(check, path)
  const observed = `${path}, mode ${(mode & 0o7777).toString(8).padStart(4, '0')}`
  return (mode & OF_OTHERS) === 0
    ? fine(check, observed)
    : warned(
        check,
        `${observed}: accessible to other users of this machine`,
        `Restrict it to your user: chmod 700 '${path}'.`,
      )
}

const judgeSpace = ({ path, freeBytes }: HostFacts['directory']): Finding => {
  const check = 'disk space'
  if (freeBytes === null) return warned(check, 'cannot be determined', 'Check the free disk space.')
  const observed = `${(freeBytes / GB).toFixed(1)} GB free`
  const remedy = `Entries are refused below 1 GB. Free space on the disk: df -h '${path}'.`
  if (freeBytes < FREE_FAIL_BYTES) return failed(check, observed, remedy)
  return freeBytes < FREE_WARN_BYTES ? warned(check, observed, remedy) : fine(check, observed)
}

const judgeServer = ({ server }: HostFacts): Finding => {
  switch (server.kind) {
    case 'none':
      return noted('server', 'not running')
    case 'running':
      return server.state === 'HALTED'
        ? warned('server', 'running, HALTED', 'For the cause and the next step: plimsoll status.')
        : fine('server', `running, ${server.state}`)
    case 'silent':
      return failed(
        'server',
        `process ${server.pid ?? '(unknown)'} holds the data directory and does not respond`,
        'It may be starting or stopping. If it hangs: plimsoll stop kills it.',
      )
  }
}

const judgeSettings = ({ settings }: HostFacts): Finding =>
  settings.length === 0
    ? fine('settings', 'can be read')
    : failed('settings', settings.join(' '), 'plimsoll start --help lists all settings.')

const judgeConstitution = ({ constitution: { path, problem } }: HostFacts): Finding =>
  problem === null
    ? fine('constitution', path ?? 'built-in defaults')
    : failed('constitution', problem, 'Fix the file; docs/guide/constitution.md lists its settings.')

const judgePort = ({ port }: HostFacts): Finding[] => {
  if (port === null) return []
  const { address, problem } = port
  return [problem === null ? fine('port', `${address} is free`) : failed('port', problem.fault, problem.remedy)]
}

const judgeSchema = ({ schema }: HostFacts): Finding[] => {
  if (schema === null) return []
  const { due, problem } = schema
  if (problem !== null) return [failed('schema', problem, 'For the schema of each database: plimsoll migrate --check.')]
  return [due === 0 ? fine('schema', 'current') : noted('schema', `the next start migrates ${due} databases`)]
}

const judgeAudit = ({ audit }: HostFacts): Finding => {
  if (audit === null) return noted('audit', 'no log yet')
  const { size, newestAtMs, findings } = audit
  if (findings.length > 0) {
    return failed(
      'audit',
      `${size} entries, altered or damaged: ${[...new Set(findings)].join(', ')}`,
      'Keep a copy of the folder, then: plimsoll audit verify.',
    )
  }
  return fine(
    'audit',
    newestAtMs === null ? 'intact, no entries yet' : `intact, ${size} entries up to ${toRfc3339(newestAtMs)}`,
  )
}

const judgeClockHere = ({ nowMs, audit }: HostFacts): Finding => {
  const problem = findClockFault(nowMs, audit?.newestAtMs ?? null)
  return problem ? failed('clock', problem.fault, problem.remedy) : fine('clock', toRfc3339(nowMs))
}

const judgeKeysFile = ({ keys }: HostFacts): Finding => {
  if (keys.kind === 'faulty') return failed('keys file', keys.message, keys.remedy)
  return keys.exchanges.length === 0
    ? noted('keys file', 'no keys stored')
    : fine('keys file', `encrypted, accessible only to you: ${keys.exchanges.join(', ')}`)
}

/** Bus of a shared account, and why it cannot be used, if it cannot. */
export interface BusFact {
  readonly kind: BusStanding['kind']
  readonly servers: readonly string[]
  readonly fault: string | null
}

/**
 * Returns the finding for the bus, or for settings with which a start is refused. NATS servers that are down prevent no
 * start; without PostgreSQL there is none.
 */
export const judgeBus = (bus: Result<BusFact, string>): Finding => {
  if (!bus.ok) return failed('bus', bus.error, 'docs/guide/scale.md describes the settings of the bus.')
  const { kind, servers, fault } = bus.value
  const names = servers.join(', ')
  if (fault === null) return fine('bus', `messages are delivered by ${names}`)
  const observed = `${names} cannot be used: ${fault}`
  return kind === 'NATS'
    ? warned('bus', observed, 'Check the NATS server, the URL and the credentials.')
    : failed('bus', observed, 'Check the server and the URL, and connect without a connection pooler.')
}

/** Delivery state of a configured channel. */
export interface ChannelFact {
  readonly id: string
  /** Null when the channel works; `message` when the configuration makes an attempt pointless. */
  readonly problem: ChannelFault | { readonly message: string; readonly remedy: string } | null
}

/** Returns a finding for each configured channel of the messenger; none is required. */
export const judgeChannels = (facts: readonly ChannelFact[]): Finding[] => facts.map(judge)

const judge = ({ id, problem }: ChannelFact): Finding => {
  const check = `messages: ${id}`
  if (problem === null) return fine(check, 'can be sent')
  if (typeof problem !== 'string') return failed(check, problem.message, problem.remedy)
  const [observed, remedy] = WORDS[problem]
  return PASSING.includes(problem) ? warned(check, observed, remedy) : failed(check, observed, remedy)
}

/** Faults that may be temporary. */
const PASSING: readonly ChannelFault[] = ['RATE_LIMITED', 'REMOTE_FAULT']

const WORDS: Readonly<Record<ChannelFault, readonly [seen: string, remedy: string]>> = {
  AUTHENTICATION: ['token, password or address is not accepted', 'Create a new one and store it in its file.'],
  CONFIGURATION: ['the configuration is invalid', 'See docs/guide/messenger.md.'],
  RATE_LIMITED: ['rate limited by the recipient', 'Try again in a few minutes.'],
  REFUSED: ['the recipient is unknown', 'Check the chat or the addresses: docs/guide/messenger.md.'],
  REMOTE_FAULT: ['the recipient reported an internal error', 'Try again in a few minutes.'],
  TIMEOUT: ['timed out', 'Check the network and the firewall of this host.'],
  UNREACHABLE: ['the recipient cannot be reached', 'Check the address, the network and the firewall of this host.'],
}
