import { ID_PATTERN, type Id } from '../core/id.ts'
import { isRecord } from '../core/json.ts'
import type { LiveGrant } from '../domain/control/live-grant.ts'
import { READINESS_CHECKS, type ReadinessCheck, type Waiver } from '../monitor/inputs/go-live.ts'

const isText = (value: unknown): value is string => typeof value === 'string'
const isInstant = (value: unknown): value is number => Number.isSafeInteger(value)
const isHash = (value: unknown): value is string => isText(value) && /^[0-9a-f]{64}$/.test(value)
const isPacketId = (value: unknown): value is Id<'pkt'> =>
  isText(value) && value.startsWith('pkt_') && new RegExp(ID_PATTERN).test(value)

/** The waivers of a file; undefined unless every one is whole. */
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

/** The readiness checks of a file; undefined unless every one is whole. */
export const parseReadinessChecks = (json: unknown): readonly ReadinessCheck[] | undefined => {
  if (!Array.isArray(json)) return undefined
  const checks = json.map(checkIn)
  return checks.every((check) => check !== undefined) ? checks : undefined
}

const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)

const checkIn = (value: unknown): ReadinessCheck | undefined => {
  if (!isRecord(value)) return undefined
  const { by, recordedAtMs, atMs, subject, count, faults, note } = value
  const kind = READINESS_CHECKS.find((name) => name === value.kind)
  if (!kind || !isText(by) || !isTextOrNull(subject) || !isTextOrNull(note)) return undefined
  if (!isInstant(recordedAtMs) || !isInstant(atMs) || !isInstant(count) || !isInstant(faults)) return undefined
  return { kind, by, recordedAtMs, atMs, subject, count, faults, note }
}

/** The live grant of a file, or null for none; undefined unless it is whole. */
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
