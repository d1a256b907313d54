/** Lines of the audit log: each contains one entry and the hash of the one before. */

import { hash } from 'node:crypto'
import { toRfc3339 } from '../../../core/instant.ts'
import { isRecord, parseRecord } from '../../../core/json.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'

/** Position of a line in the chain. */
export interface ChainPlace {
  readonly seq: number
  /** The leaf of the line before; of nothing, for the first. */
  readonly prevHash: string
}

/** An entry as the log has it. */
export interface LoggedEntry extends AuditEntry, ChainPlace {
  /** Its leaf. */
  readonly hash: string
}

export const sha256 = (text: string): string => hash('sha256', text)

/** The hash before the first line: of nothing. */
export const NOTHING = sha256('')

/** SHA-256 of a zero byte and the line without its end. */
export const hashLeaf = (line: string): string => sha256(`\0${line}`)

/** The line of an entry, without its end: canonical JSON, with the members written in order of their names. */
export const printLine = (entry: AuditEntry, place: ChainPlace): string => printMembers(entry, place)

/** An entry that has no place in the chain yet: as `printLine`, without the members of the place. */
export const printEntry = (entry: AuditEntry): string => printMembers(entry, {})

/** JSON leaves out members that are undefined. */
const printMembers = (entry: AuditEntry, { seq, prevHash }: Partial<ChainPlace>): string => {
  const { action, after, atMs, auditId, before, commit, epoch, outcome, reason, requestId, target } = entry
  return JSON.stringify({
    action,
    actor: toActor(entry),
    after,
    at: toRfc3339(atMs),
    auditId,
    before,
    commit,
    epoch,
    outcome,
    prevHash,
    reason,
    requestId,
    seq,
    target,
  })
}

const toActor = ({ actor: { ip, sid, sub, type } }: AuditEntry) => ({ ip, sid, sub, type })

/** The entry of a line, or undefined when these are not, byte for byte, what `printLine` writes. */
export const parseLine = (bytes: Buffer): LoggedEntry | undefined => {
  const text = decodeText(bytes)
  const value = text === undefined ? undefined : parseRecord(text)
  const entry = value && toEntry(value)
  if (text === undefined || !entry || !isPlace(value)) return undefined
  const { seq, prevHash } = value
  if (printLine(entry, { seq, prevHash }) !== text) return undefined
  return { ...entry, seq, prevHash, hash: hashLeaf(text) }
}

/** The entry of a line that `printEntry` wrote. */
export const parseEntry = (bytes: Buffer): AuditEntry | undefined => {
  const text = decodeText(bytes)
  const value = text === undefined ? undefined : parseRecord(text)
  const entry = value && toEntry(value)
  return entry && printEntry(entry) === text ? entry : undefined
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Undefined where the bytes are no text: no two contents of a line may read alike. */
export const decodeText = (bytes: Buffer): string | undefined => {
  try {
    return UTF8.decode(bytes)
  } catch {
    return undefined
  }
}

type Parsed = Readonly<Record<string, unknown>>

const isPlace = (value: Parsed): value is Parsed & ChainPlace =>
  Number.isSafeInteger(value.seq) && typeof value.prevHash === 'string' && /^[0-9a-f]{64}$/.test(value.prevHash)

const TEXTS = ['action', 'at', 'auditId', 'outcome', 'target'] as const
const OPTIONAL_TEXTS = ['after', 'before', 'reason', 'requestId'] as const
const ACTOR_TYPES: readonly unknown[] = ['USER', 'HOST', 'ENGINE']

const isText = (value: unknown): value is string => typeof value === 'string'
const isOptionalText = (value: unknown): boolean => value === null || isText(value)

const toEntry = (value: Parsed): AuditEntry | undefined => {
  const { actor, at, epoch, ...rest } = value
  const atMs = isText(at) ? Date.parse(at) : Number.NaN
  const isSound =
    TEXTS.every((name) => isText(value[name])) &&
    OPTIONAL_TEXTS.every((name) => isOptionalText(value[name])) &&
    (value.commit === undefined || isText(value.commit)) &&
    (epoch === null || Number.isSafeInteger(epoch)) &&
    isActor(actor) &&
    Number.isFinite(atMs)
  return isSound ? ({ ...rest, actor, epoch, atMs } as unknown as AuditEntry) : undefined
}

const isActor = (actor: unknown): boolean =>
  isRecord(actor) &&
  ACTOR_TYPES.includes(actor.type) &&
  ['ip', 'sid', 'sub'].every((name) => isOptionalText(actor[name]))
