import type { AutotradingStatus } from '../../contract/control.ts'
import type { DecisionPacket } from '../../contract/monitor/live-readiness-decision-packet.ts'
import type { Report } from '../../contract/monitor/surface.ts'
import { StoreFailure } from '../core/errors.ts'
import { DAY_MS, type Instant, toRfc3339 } from '../core/instant.ts'
import type { RunHashes } from '../domain/control/continuity.ts'
import type { LiveGrant } from '../domain/control/live-grant.ts'
import type { GrantingDesk } from '../engine/desks/host-desk.ts'
import { readArguments, readOptionalNumber, readReason, readText } from './arguments.ts'
import { HostRefusal, type StoredValue, type VerbTable } from './verb.ts'

/**
 * Host commands that arm live trading, based on the decision packet that was reviewed, disarm it, and show the grant.
 */
export const liveVerbs = (parts: LiveVerbsParts): VerbTable => ({
  'live.arm': async (args) => {
    const given = readArguments(args)
    const hash = readText(given, 'packet').toLowerCase()
    const reason = readReason(given)
    const forMs = readOptionalNumber(given, 'forMs') ?? FOR_MAX_MS
    refuseDuration(forMs)
    const packet = packetToArm(parts, hash)
    const grantedAtMs = parts.now()
    const grant: LiveGrant = {
      packetId: packet.packetId as LiveGrant['packetId'],
      packetHash: packet.packetHash,
      constitutionHash: packet.constitutionHash,
      buildDigest: packet.buildDigest,
      scope: packet.scope.kind,
      reason,
      grantedAtMs,
      expiresAtMs: grantedAtMs + forMs,
    }
    await lay(parts, grant, reason)
    return present(grant)
  },
  'live.disarm': async (args) => {
    const reason = readReason(readArguments(args))
    if (parts.grant.get() === null) throw new HostRefusal('NOT_ARMED', 'Live trading is not armed.')
    await parts.granting.set(null, reason)
    write(parts.grant, null)
    return null
  },
  'live.grant': async (): Promise<HostGrant | null> => {
    const grant = parts.grant.get()
    return grant ? present(grant) : null
  },
})

export interface LiveVerbsParts {
  readonly grant: StoredValue<LiveGrant | null>
  readonly granting: GrantingDesk
  /** Current report of the decision packet; undefined until the first one. */
  readonly packet: () => Report | undefined
  readonly latch: () => AutotradingStatus['latch']
  /** SHA-256 of the build and the limits of this server. */
  readonly hashes: Pick<RunHashes, 'constitution' | 'build'>
  readonly packetValidMs: number
  readonly now: () => Instant
}

/** A live grant as displayed on the host. */
export interface HostGrant {
  readonly packetId: string
  readonly packetHash: string
  readonly scope: LiveGrant['scope']
  readonly reason: string
  readonly grantedAt: string
  readonly expiresAt: string
}

const FOR_MAX_MS = 7 * DAY_MS

const refuseDuration = (forMs: number): void => {
  if (forMs > 0 && forMs <= FOR_MAX_MS) return
  throw new HostRefusal('BAD_DURATION', 'A live grant lasts at most 7 days.', 'Specify --for, such as 3d.')
}

const SEE = 'Check it again: GET /api/monitor/live-readiness-decision-packet.'

/** Returns the current packet, if it is the requested one, its verdict is GO, and nothing else prevents arming. */
const packetToArm = ({ packet, latch, hashes, packetValidMs, now }: LiveVerbsParts, hash: string): DecisionPacket => {
  const report = packet()
  const current = report?.data as DecisionPacket | null | undefined
  if (!report || !current) throw new HostRefusal('NO_PACKET', 'There is no decision packet yet.', SEE)
  if (current.packetHash !== hash) {
    throw new HostRefusal('OTHER_PACKET', `The current packet is ${current.packetHash}.`, SEE)
  }
  if (now() - Date.parse(report.generatedAt) > packetValidMs) {
    throw new HostRefusal(
      'PACKET_TOO_OLD',
      `The packet is out of date: it was last confirmed at ${report.generatedAt}.`,
      SEE,
    )
  }
  if (report.verdict !== 'GO') throw new HostRefusal('NOT_GO', report.summary, describeRemedy(current))
  if (latch().engaged) {
    throw new HostRefusal('STOP_ENGAGED', 'The emergency stop is engaged.', 'Clear it first: plimsoll stop clear.')
  }
  if (current.constitutionHash !== hashes.constitution || current.buildDigest !== hashes.build) {
    throw new HostRefusal('OTHER_CONSTITUTION', 'The packet was created for other limits or another build.', SEE)
  }
  return current
}

const describeRemedy = ({ gates }: DecisionPacket): string => {
  const open = gates.filter(({ status }) => status !== 'PASS')
  const waivable = open.filter((gate) => gate.status === 'MISSING' && gate.waivable)
  const named = `Not passed: ${open.map(({ id, status }) => `${id} ${status}`).join(', ')}.`
  return waivable.length === 0
    ? named
    : `${named} Unmeasured parts can be waived: plimsoll live waive --gate ${waivable[0]?.id} --reason "…".`
}

/** Writes the grant to its file first, so that it survives the process; restored if the engine refuses it. */
const lay = async ({ grant: stored, granting }: LiveVerbsParts, grant: LiveGrant, reason: string): Promise<void> => {
  const before = stored.get() ?? null
  write(stored, grant)
  const taken = await granting.set(grant, reason)
  if (taken.ok) return
  write(stored, before)
  throw new HostRefusal(taken.code, taken.detail, 'Check the state: plimsoll status.')
}

const write = (stored: StoredValue<LiveGrant | null>, grant: LiveGrant | null): void => {
  try {
    stored.set(grant)
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error
    throw new HostRefusal('STORE_FAILED', error.message, 'Free disk space, or repair the disk.')
  }
}

const present = ({ packetId, packetHash, scope, reason, grantedAtMs, expiresAtMs }: LiveGrant): HostGrant => ({
  packetId,
  packetHash,
  scope,
  reason,
  grantedAt: toRfc3339(grantedAtMs),
  expiresAt: toRfc3339(expiresAtMs),
})
