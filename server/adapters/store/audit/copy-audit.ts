import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { AuditPosition } from '../../../engine/model/ports.ts'
import { commitNumber } from '../commit-name.ts'
import { readIfThere, replaceFile } from '../disk.ts'
import { StoreError } from '../sqlite/store-error.ts'
import { auditPaths } from './audit-paths.ts'
import { parseCheckpoint } from './checkpoint.ts'
import type { StorePlace } from './commits-beyond.ts'
import { decodeText, parseLine } from './entry-line.ts'
import { startOfSeq } from './entry-offsets.ts'
import { EMPTY_HEAD, type Head, parseHead, pickNewest, printHeads } from './head.ts'
import { lines, searchLater } from './lines.ts'

/**
 * Copies an audit log for a backup, up to the newest entry whose commits the copied databases have, with its key and
 * the checkpoints up to there. Call it after the databases were copied: the log then has every entry they refer to.
 * Without a running server the whole log is copied, so that commits lost earlier are detected in the copy too.
 */
export const copyAudit = async (from: string, to: string, copied: CopiedStores): Promise<AuditPosition> => {
  const source = auditPaths(from)
  const target = auditPaths(to)
  refuseSpool(source.spool)
  const head = await readHead(source.head, copied.neededSize)
  if (!head || !existsSync(source.log)) {
    throw new StoreError(
      `${from} lacks its head, its log, or entries the stores refer to. Check it: plimsoll audit verify.`,
    )
  }
  mkdirSync(to, { recursive: true, mode: 0o700 })
  const file = await open(source.log, 'r')
  try {
    const end = copied.isServed() ? await findEnd(file, head, copied) : head
    await copyBytes(file, target.log, end.offset)
    replaceFile(target.head, printHeads(end))
    copyFileSync(source.key, target.key)
    replaceFile(target.checkpoints, readCheckpoints(source.checkpoints, end.size))
    return { size: end.size, root: end.root }
  } finally {
    await file.close()
  }
}

export interface CopiedStores {
  /** Names and commit counts of the stores in the copy. */
  readonly stores: readonly StorePlace[]
  /** Entries that the newest commits of these stores refer to; the copy must have them. */
  readonly neededSize: number
  /** Returns whether a server is running, whose log may be ahead of the copied stores. */
  readonly isServed: () => boolean
}

const ATTEMPTS_MAX = 20
const RETRY_MS = 50

/** Returns the head once it has the entries that are needed: it is written right after them. */
const readHead = async (path: string, neededSize: number): Promise<Head | undefined> => {
  for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts++) {
    const head = pickNewest(parseHead(readIfThere(path) ?? Buffer.alloc(0)))
    if (head && head.size >= neededSize) return head
    await setTimeout(RETRY_MS)
  }
  return undefined
}

const refuseSpool = (path: string): void => {
  if (!existsSync(path)) return
  throw new StoreError(
    `Audit entries are pending in ${path}, because the audit log could not be written. ` +
      'Free disk space and keep the server running until the file is gone, then repeat the backup.',
  )
}

/** Returns the head before the first entry of a commit that a copied store lacks. */
const findEnd = async (file: FileHandle, head: Head, { stores, neededSize }: CopiedStores): Promise<Head> => {
  const span = { from: 0, to: head.offset }
  const from = await searchLater(file, startOfSeq(span, neededSize))
  let end: Head = neededSize > 0 ? { ...head, offset: from } : EMPTY_HEAD
  for await (const line of lines(file, { from, to: head.offset })) {
    const entry = parseLine(line.bytes)
    if (!entry) throw new StoreError('A line of the audit log cannot be read. Check it: plimsoll audit verify.')
    const isBeyond = stores.some(({ name, count }) => (commitNumber(entry.commit, name) ?? 0) > count)
    if (isBeyond && entry.seq > neededSize) break
    end = { counter: 0, size: entry.seq, root: entry.hash, offset: line.end }
  }
  return end
}

const CHUNK_BYTES = 256 * 1024

const copyBytes = async (file: FileHandle, to: string, length: number): Promise<void> => {
  const target = await open(to, 'wx', 0o600)
  try {
    for (let position = 0; position < length; ) {
      const chunk = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, length - position))
      const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
      if (bytesRead === 0) throw new StoreError(`The audit log became shorter while it was copied to ${to}.`)
      await target.writeFile(chunk.subarray(0, bytesRead))
      position += bytesRead
    }
    await target.sync()
  } finally {
    await target.close()
  }
}

const readCheckpoints = (path: string, size: number): string =>
  (decodeText(readIfThere(path) ?? Buffer.alloc(0)) ?? '')
    .split('\n')
    .slice(0, -1)
    .filter((line) => (parseCheckpoint(line)?.size ?? 0) <= size)
    .map((line) => `${line}\n`)
    .join('')
