import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { errorMessage } from '../../../core/errors.ts'
import { toRfc3339OrNull } from '../../../core/instant.ts'
import { isSystemError, readIfThere } from '../disk.ts'
import { type AuditPaths, auditPaths } from './audit-paths.ts'
import type { Checkpoint } from './checkpoint.ts'
import { NOTHING } from './entry-line.ts'
import { type Finding, find, inFile, type Note, noRemarks, type Remarks } from './finding.ts'
import { type Opened, openOrReport } from './open-or-report.ts'
import { readOutsideCheckpoint } from './read-outside-checkpoint.ts'
import { parseKey } from './signing-key.ts'
import { type CheckpointParts, readCheckpoints } from './verify-checkpoints.ts'
import { headNow, readHeadFile } from './verify-head.ts'
import { type Walked, type WalkParts, walkLog } from './verify-log.ts'
import { createUnsignedJudge } from './verify-unsigned.ts'

/**
 * Reads a whole audit log and reports all its faults. Can run alongside a server, and verifies the log as of the start
 * of the verification.
 */
export const verifyAudit = async (directory: string, options: VerifyOptions = {}): Promise<Verification> => {
  const remarks = noRemarks()
  const counted: CheckpointParts['counted'] = { count: 0, lastSize: null }
  const { walked, outside } = await readAll(auditPaths(directory), options, { remarks, counted })
  if (remarks.leftOut > 0) {
    const detail = `${remarks.leftOut} more findings are not listed.`
    remarks.notes.push({ code: 'MORE_FINDINGS', where: inFile(directory), detail })
  }
  const { size, root, firstSeq, firstAtMs, lastAtMs } = walked
  return {
    ok: remarks.findings.length === 0,
    size,
    root,
    firstSeq,
    firstAt: toRfc3339OrNull(firstAtMs),
    at: toRfc3339OrNull(lastAtMs),
    checkpoints: counted,
    outside: outside ? { size: outside.size, at: outside.at } : null,
    findings: remarks.findings,
    notes: remarks.notes,
  }
}

/** Result of a verification. */
export interface Verification {
  /** True when nothing was found; notes do not count. */
  readonly ok: boolean
  /** Number of the last verified entry; `root` is its leaf hash. */
  readonly size: number
  readonly root: string
  /** First entry; null in an empty log, like the times of the first and last one. */
  readonly firstSeq: number | null
  readonly firstAt: string | null
  readonly at: string | null
  readonly checkpoints: { readonly count: number; readonly lastSize: number | null }
  /** The given checkpoint; null if none was given, or it cannot be read. */
  readonly outside: { readonly size: number; readonly at: string } | null
  readonly findings: readonly Finding[]
  readonly notes: readonly Note[]
}

export interface VerifyOptions {
  /** Text of a checkpoint stored elsewhere. */
  readonly checkpoint?: string | undefined
}

const NOTHING_WALKED: Walked = { size: 0, root: NOTHING, firstSeq: null, firstAtMs: null, lastAtMs: null }

type ReportParts = Pick<CheckpointParts, 'remarks' | 'counted'>

const readAll = async (
  paths: AuditPaths,
  options: VerifyOptions,
  { remarks, counted }: ReportParts,
): Promise<{ readonly walked: Walked; readonly outside?: Checkpoint | undefined }> => {
  if (!existsSync(paths.directory)) {
    const detail = 'There is no audit log here. The server creates it when it first starts with this data directory.'
    find(remarks, { code: 'AUDIT_MISSING', where: inFile(paths.directory), detail })
    return { walked: NOTHING_WALKED }
  }
  const publicKey = readPublicKey(paths.key, remarks)
  const outside = readGiven(options, publicKey, remarks)
  noteSpool(paths, remarks)
  const recordedBefore = headNow(paths.head)?.size ?? Number.POSITIVE_INFINITY
  const signed = await openOrReport(paths.checkpoints, 'CHECKPOINTS_MISSING', remarks)
  const head = await readHeadFile(paths.head, remarks)
  const log = await openOrReport(paths.log, 'LOG_MISSING', remarks)
  try {
    const checkpoints = readCheckpoints({ opened: signed, publicKey, remarks, counted })
    const walked = log
      ? await walk(log, {
          headPath: paths.head,
          head,
          checkpoints,
          unsigned: createUnsignedJudge(signed ? recordedBefore : 0, remarks),
          outside,
          remarks,
        })
      : NOTHING_WALKED
    return { walked, outside }
  } finally {
    await log?.file.close()
    await signed?.file.close()
  }
}

const readGiven = (
  { checkpoint }: VerifyOptions,
  publicKey: string | undefined,
  remarks: Remarks,
): Checkpoint | undefined =>
  checkpoint === undefined ? undefined : readOutsideCheckpoint(remarks, checkpoint, publicKey)

const walk = async (log: Opened, parts: WalkParts): Promise<Walked> => {
  try {
    return await walkLog(log, parts)
  } catch (error) {
    if (!isSystemError(error)) throw error
    const detail = `It cannot be read to its end (${errorMessage(error)}).`
    find(parts.remarks, { code: 'FILE_UNREADABLE', where: inFile(log.name), detail })
    return NOTHING_WALKED
  }
}

const readPublicKey = (path: string, remarks: Remarks): string | undefined => {
  const where = inFile(basename(path))
  try {
    const bytes = readIfThere(path)
    const key = bytes === null ? undefined : parseKey(bytes)
    if (bytes === null) find(remarks, { code: 'KEY_MISSING', where, detail: 'The key is missing.' })
    else if (!key) find(remarks, { code: 'KEY_DAMAGED', where, detail: 'The key file was changed.' })
    return key?.publicKey
  } catch (error) {
    if (!isSystemError(error)) throw error
    find(remarks, { code: 'FILE_UNREADABLE', where, detail: `It cannot be read (${errorMessage(error)}).` })
    return undefined
  }
}

const noteSpool = ({ spool }: AuditPaths, remarks: Remarks): void => {
  if (!existsSync(spool)) return
  const detail =
    'Entries that could not be written to the log are pending here; the server writes them as soon as it can.'
  remarks.notes.push({ code: 'SPOOL_LEFT', where: inFile(basename(spool)), detail })
}
