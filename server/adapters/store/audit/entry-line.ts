/**
 * Lines of the audit log, each with one entry and the hash of the line before: prints, parses, validates and hashes
 * them.
 */

import { hash } from 'node:crypto'
import { toRfc3339 } from '../../../core/instant.ts'
import { isRecord, parseRecord } from '../../../core/json.ts'
import type { AuditEntry } from '../../../engine/model/facts.ts'

/** Position of a line in the chain. */
export interface ChainPlace {
  readonly seq: number
  /** Leaf hash of the line before; `NOTHING` for the first line. */
  readonly prevHash: string
}

/** An entry as stored in the log. */
export interface LoggedEntry extends AuditEntry, ChainPlace {
  /** Leaf hash of its line. */
  readonly hash: string
}

export const sha256 = (text: string): string => hash('sha256', text)

/** Previous hash of the first line: SHA-256 of an empty string. */
export const NOTHING = sha256('')

/** Leaf hash of a line: SHA-256 of a zero byte and the line without its end. */
export const hashLeaf = (line: string): string => sha256(`\0${line}`)

/** Prints the line of an entry, without its end, as canonical JSON: the members are in order of their names. */
export const printLine = (entry: AuditEntry, place: ChainPlace): string => {
  const text = parsedTexts.get(entry)
  return text === undefined ? printMembers(entry, place) : insertPlace(text, place)
}

/** Canonical texts of parsed entries, which need not be printed again. */
const parsedTexts = new WeakMap<AuditEntry, string>()

/** Inserts a place in the text of an entry; within strings, the quotes of these names would be escaped. */
const insertPlace = (text: string, { seq, prevHash }: ChainPlace): string => {
  const reason = text.indexOf(',"reason":')
  const target = text.indexOf(',"target":', reason)
  return `${text.slice(0, reason)},"prevHash":"${prevHash}"${text.slice(reason, target)},"seq":${seq}${text.slice(target)}`
}

/** Prints an entry that has no place in the chain yet, as `printLine` does without `seq` and `prevHash`. */
export const printEntry = (entry: AuditEntry): string => printMembers(entry, {})

/** Prints canonical JSON, which omits undefined members. */
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

/** Parses a line; undefined unless it is, byte for byte, what `printLine` writes. */
export const parseLine = (bytes: Buffer): LoggedEntry | undefined => {
  const text = decodeText(bytes)
  const value = text === undefined ? undefined : parseRecord(text)
  const entry = value && toEntry(value)
  if (text === undefined || !entry || !isPlace(value)) return undefined
  const { seq, prevHash } = value
  if (printLine(entry, { seq, prevHash }) !== text) return undefined
  return { ...entry, seq, prevHash, hash: hashLeaf(text) }
}

/** Parses a line that `printEntry` wrote; undefined for any other. */
export const parseEntry = (line: Buffer | string): AuditEntry | undefined => {
  const text = typeof line === 'string' ? line : decodeText(line)
  const value = text === undefined ? undefined : parseRecord(text)
  const entry = value && toEntry(value)
  if (text === undefined || !entry || printEntry(entry) !== text) return undefined
  parsedTexts.set(entry, text)
  return entry
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes UTF-8 strictly; undefined for invalid bytes, so that no two lines decode to the same string. */
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
