/**
 * Trading with real money: live grant, waivers and readiness checks in files of the data directory with their parsers,
 * the host commands that change them, and the record of practice trading.
 */

import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Keyring } from '../adapters/keys/keyring.ts'
import { openHostFile } from '../adapters/store/host-file.ts'
import type { MarketConfig } from '../config/market.ts'
import { StoreFailure } from '../core/errors.ts'
import { ID_PATTERN, type Id, type MakeId } from '../core/id.ts'
import type { Instant } from '../core/instant.ts'
import { isRecord } from '../core/json.ts'
import type { LiveGrant } from '../domain/control/live-grant.ts'
import { type GrantingDesk, openGrantingDesk } from '../engine/desks/host-desk.ts'
import type { Command, CommandOutcome } from '../engine/model/events.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { TruthSources } from '../evidence/evidence-sources.ts'
import type { Monitor } from '../evidence/open-evidence.ts'
import {
  createPacketKeeper,
  createPracticeRecord,
  type PacketKeeper,
  type PracticeRecord,
} from '../evidence/records/go-live-records.ts'
import { parseFillReading } from '../host/fill-reading.ts'
import { parseKeyReading } from '../host/key-reading.ts'
import { type LiveVerbsParts, liveVerbs } from '../host/live-verbs.ts'
import { addCheck, readinessVerbs } from '../host/readiness-verbs.ts'
import type { StoredValue, VerbTable } from '../host/verb.ts'
import { waiverVerbs } from '../host/waiver-verbs.ts'
import { READINESS_CHECKS, type ReadinessCheck, type Waiver } from '../monitor/inputs/go-live.ts'

/** Live grant of the host, and the decision packets it is based on. */
export interface GoLive {
  readonly waivers: StoredValue<readonly Waiver[]>
  readonly checks: StoredValue<readonly ReadinessCheck[]>
  readonly grant: StoredValue<LiveGrant | null>
  readonly packets: PacketKeeper
  /** Reserved for the host. */
  readonly granting: GrantingDesk
  readonly readiness: TruthSources['readiness']
}

export interface GoLiveParts {
  readonly dataDir: string
  readonly limits: { readonly hash: string }
  /** Exchange of this start; null for a market that has none. Practice at another exchange does not count. */
  readonly exchange: { readonly id: string; readonly url: string | undefined } | null
  /** Market of this start, as its source names it. Paper fills of another market do not count. */
  readonly market: string
  readonly keys: Pick<Keyring, 'identify'>
  readonly submit: (command: Command) => Promise<CommandOutcome>
  readonly ids: MakeId
  readonly now: () => Instant
}

export const openGoLive = (parts: GoLiveParts): GoLive => {
  const { dataDir, limits, exchange, market, keys, submit, ids, now } = parts
  const subjects: Partial<Record<ReadinessCheck['kind'], string | undefined>> = {
    PRACTICE: exchange?.id,
    FILLS: market,
  }
  const waivers = openHostFile<readonly Waiver[]>({
    path: join(dataDir, 'waivers.json'),
    absent: [],
    parse: parseWaivers,
  })
  const checks = openHostFile<readonly ReadinessCheck[]>({
    path: join(dataDir, 'readiness-checks.json'),
    absent: [],
    parse: parseReadinessChecks,
  })
  const grant = openHostFile<LiveGrant | null>({
    path: join(dataDir, 'live-grant.json'),
    absent: null,
    parse: parseLiveGrant,
  })
  const packets = createPacketKeeper()
  const readiness: TruthSources['readiness'] = {
    waivers: waivers.get,
    checks: () => checks.get()?.filter(({ kind, subject }) => !(kind in subjects) || subject === subjects[kind]),
    packets: packets.stored,
    liveKey() {
      if (exchange === null) return { exchange: null, url: null, key: null }
      const key = keys.identify(exchange.id)
      return key.ok ? { exchange: exchange.id, url: exchange.url ?? null, key: key.value } : undefined
    },
    liveGrant() {
      const given = grant.get()
      if (given === undefined) return undefined
      if (given === null || given.expiresAtMs <= now()) return { grant: null }
      const { expiresAtMs, scope } = given
      return { grant: { expiresAtMs, matchesConstitution: given.constitutionHash === limits.hash, scope } }
    },
  }
  const granting = openGrantingDesk({ submit, auditId: () => ids('aud') })
  return { waivers, checks, grant, packets, granting, readiness }
}

/**
 * Opens the record of steps confirmed by trading at an exchange's practice account; undefined for any other market, and
 * for an exchange at another address.
 */
export const openPractice = (
  market: MarketConfig,
  checks: GoLive['checks'],
  { clock, logger }: { readonly clock: Clock; readonly logger: Logger },
): PracticeRecord | undefined => {
  if (market.kind !== 'exchange' || market.execution !== 'practice' || market.url !== undefined) return undefined
  return createPracticeRecord((result) => {
    const known = checks.get()
    if (!known) return logger.warn('practice results are not recorded: readiness-checks.json cannot be read')
    const about = { kind: 'PRACTICE', by: 'ENGINE', subject: market.id, recordedAtMs: clock() } as const
    try {
      checks.set(addCheck(known, { ...about, ...result }))
    } catch (error) {
      if (!(error instanceof StoreFailure)) throw error
      logger.warn({ reason: error.message }, 'practice is not recorded')
    }
  })
}

export interface GoLiveVerbsParts {
  readonly goLive: GoLive
  readonly monitor: Pick<Monitor, 'find'> & Pick<LiveVerbsParts, 'hashes'>
  readonly latch: LiveVerbsParts['latch']
  readonly packetValidMs: number
  readonly keyExpiryDays: number
  readonly now: () => Instant
}

/** Returns the host commands for trading with real money. */
export const goLiveVerbs = ({ goLive, monitor, keyExpiryDays, ...more }: GoLiveVerbsParts): VerbTable => {
  const { checks } = goLive
  const packet = () => monitor.find('live-readiness-decision-packet')
  const waivable = (): readonly string[] | undefined =>
    goLive.packets.stored()?.current.gates.flatMap((gate) => (gate.waivable ? [gate.id] : []))
  return {
    ...liveVerbs({ ...more, grant: goLive.grant, granting: goLive.granting, packet, hashes: monitor.hashes }),
    ...waiverVerbs({ waivers: goLive.waivers, waivable, now: more.now }),
    ...readinessVerbs({ checks, limitsHash: monitor.hashes.constitution, keyExpiryDays, now: more.now }),
  }
}

export interface FollowParts {
  readonly grant: StoredValue<LiveGrant | null>
  readonly granting: GrantingDesk
  /** Grant recorded in the ledger by an earlier run. */
  readonly remembered: LiveGrant | null
  readonly buildDigest: string
  readonly now: () => Instant
}

/**
 * Applies the grant from the host's file at startup, rather than the recorded one; a grant never applies to another
 * build.
 */
export const followGrant = async ({ grant, granting, remembered, buildDigest, now }: FollowParts): Promise<void> => {
  const given = grant.get() ?? null
  const holds = given !== null && given.buildDigest === buildDigest && given.expiresAtMs > now()
  const wanted = holds ? given : null
  if (wanted?.packetHash === remembered?.packetHash && wanted?.expiresAtMs === remembered?.expiresAtMs) return
  await granting.set(wanted, wanted?.reason ?? 'The host holds no live grant for this build.')
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isInstant = (value: unknown): value is number => Number.isSafeInteger(value)
const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value)
const isPacketId = (value: unknown): value is Id<'pkt'> =>
  isText(value) && value.startsWith('pkt_') && new RegExp(ID_PATTERN).test(value)

/** Parses the waivers of a file; undefined if any is invalid. */
export const parseWaivers = (json: unknown): readonly Waiver[] | undefined => {
  if (!Array.isArray(json)) return undefined
  const waivers = json.map(waiverIn)
  return waivers.every((waiver) => waiver !== undefined) ? waivers : undefined
}

const waiverIn = (value: unknown): Waiver | undefined => {
  if (!isRecord(value)) return undefined
  const { gateId, by, reason, madeAtMs, expiresAtMs } = value
  return isText(gateId) && isText(by) && isText(reason) && isInstant(madeAtMs) && isInstant(expiresAtMs)
    ? { gateId, by, reason, madeAtMs, expiresAtMs }
    : undefined
}

/** Parses the readiness checks of a file; undefined if any is invalid. */
const parseReadinessChecks = (json: unknown): readonly ReadinessCheck[] | undefined => {
  if (!Array.isArray(json)) return undefined
  const checks = json.map(checkIn)
  return checks.every((check) => check !== undefined) ? checks : undefined
}

const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)

const checkIn = (value: unknown): ReadinessCheck | undefined => {
  if (!isRecord(value)) return undefined
  const { by, recordedAtMs, atMs, subject, count, faults, note } = value
  const key = parseKeyReading(value.key)
  const fills = parseFillReading(value.fills)
  const kind = READINESS_CHECKS.find((name) => name === value.kind)
  if (!kind || !isText(by) || !isTextOrNull(subject) || !isTextOrNull(note)) return undefined
  if (!isInstant(recordedAtMs) || !isInstant(atMs) || !isInstant(count) || !isInstant(faults)) return undefined
  if ((kind === 'KEY') !== (key !== undefined) || (kind === 'FILLS') !== (fills !== undefined)) return undefined
  return { kind, by, recordedAtMs, atMs, subject, count, faults, note, ...(key && { key }), ...(fills && { fills }) }
}

/** Parses the live grant of a file, or null for none; undefined if it is invalid. */
export const parseLiveGrant = (json: unknown): LiveGrant | null | undefined => {
  if (json === null) return null
  if (!isRecord(json)) return undefined
  const { packetId, packetHash, constitutionHash, buildDigest, scope, reason, grantedAtMs, expiresAtMs } = json
  if (!isPacketId(packetId) || !isHash(packetHash) || !isHash(constitutionHash) || !isHash(buildDigest))
    return undefined
  if (scope !== 'AUTOTRADING' && scope !== 'MANUAL') return undefined
  if (!isText(reason) || !isInstant(grantedAtMs) || !isInstant(expiresAtMs)) return undefined
  return { packetId, packetHash, constitutionHash, buildDigest, scope, reason, grantedAtMs, expiresAtMs }
}
