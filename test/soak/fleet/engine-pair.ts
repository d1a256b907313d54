import { setTimeout } from 'node:timers/promises'
import { EXIT } from '../../../server/cli/failure.ts'
import type { Random } from '../../../server/core/random.ts'
import { callHost } from '../../../server/host/call-host.ts'
import type { HostStatus, StandbyStatus } from '../../../server/host/control-verbs.ts'
import { getSocketPath } from '../../../server/host/socket.ts'
import type { Fleet, Member } from '../../support/fleet.ts'
import { count, type Evidence, violate } from '../evidence.ts'

/** One of two hosts, which restarts its engine whenever it ends. */
interface EngineHost {
  readonly dataDir: string
  engine: Member
  isFrozen: boolean
  isStruck: boolean
}

interface PairParts {
  readonly fleet: Fleet
  /** URL at which the engines reach the store. */
  readonly storeUrl: string
  readonly random: Random
  readonly evidence: Evidence
}

/** Time from a strike on the active engine until an engine protects the account. */
interface Outage {
  readonly ms: number
  /** What the engines reported meanwhile, a line per change with its delay after the strike. */
  readonly course: readonly string[]
  /** What each engine logged meanwhile. */
  readonly logs: readonly string[]
}

/** Two engines of one account that are repeatedly killed and frozen. */
export interface EnginePair {
  readonly outages: readonly Outage[]
  /** Returns true while an engine protects the account. */
  isProtected(): Promise<boolean>
  /** Kills or freezes one of the two if the other can take over. */
  strike(): Promise<void>
  /** Clears an engaged stop. */
  clearStop(): Promise<void>
  /** Ends the strikes: no engine stays frozen. */
  release(): void
}

const STATUS_WITHIN_MS = 500
const POLL_EVERY_MS = 50
const RESTART_AFTER_MS = 300
/** Range of freeze durations; after the longest ones the engine has been replaced. */
const FREEZE_MS = { least: 500, most: 9_000 }

/** Shares of strikes: on the active engine while there is a standby, and of kills. */
const ACTIVE_SHARE = 0.8
const KILL_SHARE = 0.5

/** Share of strikes during an outage that kill the frozen engine before it resumes. */
const KILLED_ASLEEP_SHARE = 0.1

export const openEnginePair = async ({ fleet, storeUrl, random, evidence }: PairParts): Promise<EnginePair> => {
  const hosts = await Promise.all(
    ['a', 'b'].map(async (name): Promise<EngineHost> => {
      const engine = await fleet.startEngine(name, storeUrl)
      return { dataDir: fleet.getDirectory(name), engine, isFrozen: false, isStruck: false }
    }),
  )
  const outages: Outage[] = []
  let isOver = false
  let isOutage = false
  let replaced: EngineHost | undefined

  const keep = async (host: EngineHost): Promise<void> => {
    while (!isOver) {
      const code = await host.engine.ended
      if (isOver) return
      if (code === EXIT.replaced) count(evidence, 'engines that ended because they were replaced')
      else if (!host.isStruck) {
        violate(evidence, {
          promise: 'UP',
          words: `an engine ended with ${code}`,
          observed: host.engine.output().slice(-1_500),
        })
      }
      host.isStruck = false
      host.isFrozen = false
      await setTimeout(RESTART_AFTER_MS)
      host.engine = await fleet.startEngine(host.engine.name, storeUrl)
    }
  }
  for (const host of hosts) void keep(host)

  const readStatus = async ({ dataDir, isFrozen }: EngineHost): Promise<HostStatus | StandbyStatus | undefined> => {
    if (isFrozen) return undefined
    const answer = await callHost(getSocketPath(dataDir), 'status', {}, STATUS_WITHIN_MS).catch(() => undefined)
    return answer?.ok && answer.value.ok ? (answer.value.value as HostStatus | StandbyStatus) : undefined
  }

  const readStatuses = () => Promise.all(hosts.map(readStatus))

  const findActive = async (): Promise<EngineHost | undefined> => {
    const statuses = await readStatuses()
    return hosts.find((_host, index) => protects(statuses[index]))
  }

  /** Returns the reports of both engines in one line. */
  const describe = (statuses: Awaited<ReturnType<typeof readStatuses>>): string =>
    statuses.map((status, index) => `${hosts[index]?.engine.name}: ${summarize(status)}`).join('; ')

  const findStandby = async (): Promise<EngineHost | undefined> => {
    const statuses = await readStatuses()
    return hosts.find((_host, index) => statuses[index]?.state === 'STANDBY')
  }

  /** Records how long no engine protects the account. */
  const watchOutage = async (sinceMs: number): Promise<void> => {
    isOutage = true
    const course: string[] = []
    const lengths = new Map(hosts.map(({ engine }) => [engine, engine.output().length]))
    while (!isOver) {
      const statuses = await readStatuses()
      if (statuses.some(protects)) break
      const reports = describe(statuses)
      if (!course.at(-1)?.endsWith(reports)) course.push(`${Math.round(performance.now() - sinceMs)} ms: ${reports}`)
      await setTimeout(POLL_EVERY_MS)
    }
    const logs = hosts.map(({ engine }) => engine.output().slice(lengths.get(engine) ?? 0))
    if (!isOver) outages.push({ ms: performance.now() - sinceMs, course, logs })
    isOutage = false
  }

  const kill = (host: EngineHost): void => {
    host.isStruck = true
    host.engine.child.kill('SIGKILL')
  }

  const freeze = async (host: EngineHost): Promise<void> => {
    const { child } = host.engine
    host.isFrozen = true
    child.kill('SIGSTOP')
    await setTimeout(FREEZE_MS.least + random() * (FREEZE_MS.most - FREEZE_MS.least))
    child.kill('SIGCONT')
    if (host.engine.child === child) host.isFrozen = false
  }

  const hit = (host: EngineHost, name: string): void => {
    const kills = host.isFrozen || random() < KILL_SHARE
    count(evidence, `${kills ? 'SIGKILL' : 'SIGSTOP'} of ${name}`)
    if (kills) kill(host)
    else void freeze(host)
  }

  const requestHost = async (verb: string, args: unknown = {}): Promise<{ code: string; obstacle: unknown }> => {
    const active = await findActive()
    const answer = active && (await callHost(getSocketPath(active.dataDir), verb, args))
    if (!answer?.ok || !answer.value.ok) throw new Error(JSON.stringify(answer))
    return answer.value.value as { code: string; obstacle: unknown }
  }

  return {
    outages,
    isProtected: async () => (await findActive()) !== undefined,
    async strike() {
      if (isOutage) {
        if (replaced?.isFrozen && random() < KILLED_ASLEEP_SHARE) hit(replaced, 'a frozen engine')
        return
      }
      const [active, standby] = await Promise.all([findActive(), findStandby()])
      if (!active || !standby || standby.isFrozen) return
      if (random() >= ACTIVE_SHARE) return hit(standby, 'the standby')
      const sinceMs = performance.now()
      replaced = active
      hit(active, 'the active engine')
      void watchOutage(sinceMs)
    },
    async clearStop() {
      for (const what of ['stop', 'resume']) {
        const { code } = await requestHost(`${what}.show`).catch(() => ({ code: '' }))
        if (code !== '') await requestHost(`${what}.confirm`, { code, reason: 'the storm goes on' }).catch(() => {})
      }
    },
    release() {
      isOver = true
      for (const { engine } of hosts) engine.child.kill('SIGCONT')
    },
  }
}

const summarize = (status: HostStatus | StandbyStatus | undefined): string => {
  if (!status) return 'no answer'
  if (status.state === 'STANDBY') return `STANDBY at batch ${status.batch}`
  const { state, lease, lastReconciliation, positions } = status
  const read = `read at ${lastReconciliation.at}, ${lastReconciliation.differences} differences`
  return `${state}, epoch ${lease.epoch}, ${read}, ${positions.protected} of ${positions.open} protected`
}

/**
 * Returns whether an engine protects the account: it holds the lease, has read the account at the exchange since
 * acquiring it, and each position has a verified stop for its full size.
 */
const protects = (status: HostStatus | StandbyStatus | undefined): boolean =>
  status !== undefined &&
  status.state !== 'STANDBY' &&
  status.lease.held &&
  status.lease.epoch !== 0 &&
  status.lastReconciliation.ok === true &&
  status.positions.protected === status.positions.open
