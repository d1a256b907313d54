/** Host commands that record checks for the readiness gates of live trading, such as a restore test, and list them. */

import { type Instant, SECOND_MS, toRfc3339 } from '../core/instant.ts'
import { isPrintable } from '../core/printable.ts'
import { judgeKey, type KeyLimits } from '../domain/account/key-permissions.ts'
import type { KeyReading, ReadinessCheck } from '../monitor/inputs/go-live.ts'
import {
  type Arguments,
  readArguments,
  readOptionalNumber,
  readOptionalText,
  readReason,
  readText,
} from './arguments.ts'
import { parseFillReading } from './fill-reading.ts'
import { parseKeyReading } from './key-reading.ts'
import { HostRefusal, type StoredValue, type VerbTable } from './verb.ts'

/** Host commands for readiness checks. */
export const readinessVerbs = ({ checks, limitsHash, keyExpiryDays, now }: ReadinessVerbsParts): VerbTable => {
  const known = (): readonly ReadinessCheck[] => checks.get() ?? unreadable()
  const add = (check: ReadinessCheck): HostCheck => {
    checks.set(addCheck(known(), check))
    return present(check)
  }
  return {
    'check.list': async () => known().map(present),
    'check.record': async (args) => {
      const given = readArguments(args)
      const kind = COMMANDED.find((name) => name === readText(given, 'check'))
      if (!kind) throw bad(`'check' must be one of ${COMMANDED.join(', ')}.`)
      return add({
        kind,
        by: readName(given),
        recordedAtMs: now(),
        atMs: readPast(given, now()),
        subject: readOptionalText(given, 'subject') ?? null,
        count: readCount(given, 'count'),
        faults: readCount(given, 'faults'),
        note: readOptionalText(given, 'note')?.slice(0, NOTE_MAX) ?? null,
      })
    },
    'check.recordKey': async (args) => {
      const given = readArguments(args)
      const key = parseKeyReading(given.key)
      if (!key) throw bad("'key' must be the permissions of a key at an exchange, or its rejection.")
      const atMs = readPast(given, now())
      return add({
        kind: 'KEY',
        by: readName(given),
        recordedAtMs: now(),
        atMs,
        subject: readText(given, 'fingerprint'),
        ...countFaults(key, { nowMs: atMs, expiryDays: keyExpiryDays }),
        note: `${key.exchange}: ${key.apiKey}${key.rejection === null ? '' : `, rejected: ${key.rejection}`}`.slice(
          0,
          NOTE_MAX,
        ),
        key,
      })
    },
    'check.recordFills': async (args) => {
      const given = readArguments(args)
      const fills = parseFillReading(given.fills)
      if (!fills) throw bad("'fills' must be the result of a comparison of paper fills.")
      return add({
        kind: 'FILLS',
        by: readName(given),
        recordedAtMs: now(),
        atMs: readPast(given, now()),
        subject: readText(given, 'market'),
        count: readCount(given, 'count'),
        faults: readCount(given, 'faults'),
        note: readOptionalText(given, 'note')?.slice(0, NOTE_MAX) ?? null,
        fills,
      })
    },
    'check.reviewLimits': async (args) => {
      const given = readArguments(args)
      const [note, by, nowMs] = [readReason(given), readName(given), now()]
      const result = { subject: limitsHash, count: 1, faults: 0, note }
      return add({ kind: 'LIMITS_REVIEW', by, recordedAtMs: nowMs, atMs: nowMs, ...result })
    },
  }
}

export interface ReadinessVerbsParts {
  readonly checks: StoredValue<readonly ReadinessCheck[]>
  /** Hash of the current limits. */
  readonly limitsHash: string
  /** Minimum remaining lifetime of an exchange key. */
  readonly keyExpiryDays: number
  readonly now: () => Instant
}

/** Counts the reported permissions and those that are wrong; a rejected key is one fault. */
const countFaults = (key: KeyReading, limits: KeyLimits): Pick<ReadinessCheck, 'count' | 'faults'> => {
  if (key.permissions === null) return { count: 1, faults: 1 }
  const reported = judgeKey(key.permissions, limits).filter(({ result }) => result !== 'NOT_REPORTED')
  return { count: reported.length, faults: reported.filter(({ result }) => result === 'BROKEN').length }
}

/** A check as displayed on the host. */
export interface HostCheck extends Omit<ReadinessCheck, 'atMs' | 'recordedAtMs'> {
  readonly at: string
  readonly recordedAt: string
}

/** Checks that a command runs. */
const COMMANDED = ['SIMULATION', 'CHECKPOINT', 'RESTORE'] as const

/** Maximum number of checks per kind; older ones are dropped. */
const CHECKS_MAX = 200

/** Adds a check to the known ones. */
export const addCheck = (known: readonly ReadinessCheck[], check: ReadinessCheck): readonly ReadinessCheck[] => {
  const others = known.filter(({ kind }) => kind !== check.kind)
  return [...others, ...known.filter(({ kind }) => kind === check.kind).slice(1 - CHECKS_MAX), check]
}

const NAME_MAX = 64
const NOTE_MAX = 500

/** Reads the name of the operator. */
export const readName = (given: Arguments): string => {
  const name = readText(given, 'by')
  if (name.trim() !== '' && name.length <= NAME_MAX && isPrintable(name)) return name
  throw bad(`'by' must be a name of 1 to ${NAME_MAX} characters on one line.`)
}

const readCount = (given: Arguments, member: string): number => {
  const count = readOptionalNumber(given, member)
  if (count !== undefined && Number.isSafeInteger(count) && count >= 0) return count
  throw bad(`'${member}' must be a whole number.`)
}

/** Tolerance for the time of a result; a result further in the future is invalid. */
const AHEAD_MAX_MS = 5 * SECOND_MS

const readPast = (given: Arguments, nowMs: Instant): Instant => {
  const atMs = readCount(given, 'atMs')
  if (atMs <= nowMs + AHEAD_MAX_MS) return Math.min(atMs, nowMs)
  throw bad(`'atMs' must not be ahead of the server's time, ${toRfc3339(nowMs)}.`)
}

const bad = (message: string): HostRefusal => new HostRefusal('BAD_ARGUMENT', message)

const present = ({ atMs, recordedAtMs, ...check }: ReadinessCheck): HostCheck => ({
  ...check,
  at: toRfc3339(atMs),
  recordedAt: toRfc3339(recordedAtMs),
})

const unreadable = (): never => {
  throw new HostRefusal(
    'CHECKS_UNREADABLE',
    'The file of the readiness checks cannot be read, so no check counts.',
    'Repair or remove readiness-checks.json in the data directory, then restart the server.',
  )
}
