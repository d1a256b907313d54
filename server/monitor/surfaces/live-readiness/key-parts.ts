/**
 * Requirements of readiness gate LR16 on the permissions of the exchange key: measured in live trading, otherwise as
 * `plimsoll doctor` has read them.
 */

import { DAY_MS, type Instant, toRfc3339 } from '../../../core/instant.ts'
import type { KeyPermissions } from '../../../domain/account/account.ts'
import { judgeKey, type KeyOutcome, type KeyRequirement } from '../../../domain/account/key-permissions.ts'
import type { Frame } from '../../frame/surface.ts'
import type { KeyReading, LiveKeyTruth, ReadinessCheck } from '../../inputs/go-live.ts'
import {
  inputPart,
  type Part,
  type ReadinessEvidence,
  readMember,
  reportPart,
  unmeasured,
} from './readiness-evidence.ts'

/** Requires a key that can only trade, from certain addresses, and does not expire soon. */
export const exchangeKey = (evidence: ReadinessEvidence): Part =>
  evidence.frame.mode === 'LIVE' ? measuredKey(evidence) : recordedKey(evidence)

export const RBAC = 'security-rbac-truth'

const WHAT = 'Trading only, no withdrawals, no transfers, restricted to an IP address'
const THRESHOLD = 'trading only, restricted to an IP address, not about to expire'
const NOT_REPORTED = 'the exchange, which does not report every permission of a key: plimsoll doctor lists them'
const NO_EXCHANGE = 'a server that reads the market of an exchange (--exchange), whose key can be checked'

const waivable = (producedBy: string): Part => ({
  ...unmeasured(WHAT, THRESHOLD, producedBy),
  remedy: 'Check the permissions of the key at the exchange, then: plimsoll live waive --gate LR16.',
})

/** Reads the permissions of the key that the server trades with. */
const measuredKey = (evidence: ReadinessEvidence): Part => {
  const report = evidence.frame.reports.get(RBAC)
  const member = report && readMember(report.data, 'exchangeKey')
  const judgement = member ? judge({ permissions: toPermissions(member), rejection: null }, evidence.frame) : undefined
  if (member && !judgement) return waivable(NOT_REPORTED)
  return reportPart(evidence, RBAC, {
    what: WHAT,
    threshold: THRESHOLD,
    measure: () => ({ holds: judgement?.remedy === null, measured: judgement?.words ?? null }),
  })
}

const toPermissions = (member: unknown): KeyPermissions => {
  const read = (name: string): boolean | null => {
    const value = readMember(member, name)
    return typeof value === 'boolean' ? value : null
  }
  const expiresAtMs = Date.parse(String(readMember(member, 'expiresAt')))
  return {
    trade: read('trade'),
    withdraw: read('withdraw'),
    transfer: read('transfer'),
    boundToAddresses: read('ipBound'),
    expiresAtMs: Number.isNaN(expiresAtMs) ? null : expiresAtMs,
  }
}

/** Maximum age of a reading: the permissions of a key can be changed at the exchange at any time. */
const READING_AGE_MAX_MS = DAY_MS

/** Reads the permissions recorded for the stored key, while it has not been replaced since. */
const recordedKey = (evidence: ReadinessEvidence): Part => {
  const { inputs, frame } = evidence
  const { liveKey, readinessChecks = [] } = inputs
  if (liveKey?.exchange === null) return waivable(NO_EXCHANGE)
  const readings = liveKey ? readinessChecks.flatMap((check) => readingAt(check, liveKey)) : []
  const reading = readings.findLast(({ fingerprint }) => fingerprint === liveKey?.key?.fingerprint)
  const judgement = reading && judge(reading, frame)
  if (reading && !judgement) return waivable(NOT_REPORTED)
  const isRecent = reading !== undefined && reading.atMs > frame.nowMs - READING_AGE_MAX_MS
  const part = inputPart(evidence, 'readinessChecks', {
    what: WHAT,
    threshold: `${THRESHOLD}; read at most 24 hours ago`,
    measure: () => ({
      holds: judgement?.remedy === null && isRecent,
      measured: describe(liveKey, readings.at(-1), reading, judgement),
      tooLittle: !judgement || judgement.remedy === null,
    }),
  })
  if (!liveKey) return part
  const command = doctorCommand(liveKey)
  const [first, ...then] = [liveKey.key ? null : addCommand(liveKey), judgement?.remedy, command].filter((step) => step)
  const remedy = then.length === 0 ? `With this server running: ${first}.` : `${first}; then: ${then.join(', then ')}.`
  return { ...part, producedBy: command, remedy }
}

type Reading = KeyReading & { readonly fingerprint: string | null; readonly atMs: Instant }

const readingAt = ({ kind, key, subject, atMs }: ReadinessCheck, { exchange, url }: LiveKeyTruth): Reading[] =>
  kind === 'KEY' && key?.exchange === exchange && key.url === url ? [{ ...key, fingerprint: subject, atMs }] : []

const describe = (
  liveKey: LiveKeyTruth | undefined,
  newest: Reading | undefined,
  reading: Pick<Reading, 'apiKey' | 'atMs'> | undefined,
  judgement: Judgement | undefined,
): string | null => {
  if (liveKey && !liveKey.key) return 'no key stored'
  if (reading && judgement) return `${judgement.words}: ${reading.apiKey}, read at ${toRfc3339(reading.atMs)}`
  return newest ? `another key: ${newest.apiKey}, read at ${toRfc3339(newest.atMs)}` : null
}

const doctorCommand = ({ exchange, url }: LiveKeyTruth): string =>
  `plimsoll doctor --exchange ${exchange}${url === null ? '' : ` --exchange-url ${url}`}`

const addCommand = ({ exchange }: LiveKeyTruth): string => `Store the key: plimsoll keys add --exchange ${exchange}`

interface Judgement {
  readonly words: string
  /** Null for a key as it should be. */
  readonly remedy: string | null
}

/** Judges a reading; undefined when the exchange does not report all permissions of the key and none is wrong. */
const judge = ({ permissions, rejection }: KeyOutcome, { nowMs, constitution }: Frame): Judgement | undefined => {
  if (permissions === null) return { words: `rejected by the exchange (${rejection})`, remedy: REJECTED }
  const findings = judgeKey(permissions, { nowMs, expiryDays: constitution.monitor.keyExpiryDays })
  const broken = findings.find(({ result }) => result === 'BROKEN')
  if (broken) return BROKEN[broken.requirement]
  return findings.some(({ result }) => result === 'NOT_REPORTED') ? undefined : GOOD
}

const GOOD: Judgement = { words: 'trading only, restricted to an IP address', remedy: null }
const REJECTED =
  'Check the key at the exchange (revoked, expired, address not allowed), and replace the stored one: plimsoll keys add --replace'
const WITHDRAWS: Judgement = {
  words: 'can withdraw funds',
  remedy: 'Remove withdrawals and transfers from the key at the exchange',
}
const BROKEN: Readonly<Record<KeyRequirement, Judgement>> = {
  TRADE: { words: 'cannot trade', remedy: 'Enable futures trading for the key at the exchange' },
  NO_WITHDRAWALS: WITHDRAWS,
  NO_TRANSFERS: WITHDRAWS,
  ADDRESS: {
    words: 'not restricted to an IP address',
    remedy: 'Restrict the key to the address of this machine at the exchange',
  },
  EXPIRY: {
    words: 'about to expire',
    remedy: 'Create a new key at the exchange, and replace the stored one: plimsoll keys add --replace',
  },
}
