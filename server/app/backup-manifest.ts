/**
 * Manifest of a backup (`manifest.json`): lists the files of a backup folder with size and SHA-256, and verifies the
 * folder against it.
 */

import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { readIfThere } from '../adapters/store/disk.ts'
import { MANIFEST } from '../cli/backup-parts.ts'
import { isRecord, parseJson } from '../core/json.ts'
import type { AuditPosition } from '../engine/model/ports.ts'

interface BackupFile {
  /** Path within the backup. */
  readonly path: string
  readonly bytes: number
  readonly sha256: string
}

interface BackupManifest {
  /** Version of this description. */
  readonly format: 1
  /** Version of the program that made the backup. */
  readonly version: string
  readonly node: string
  readonly createdAt: string
  readonly withKeys: boolean
  /** End of the audit log in the backup. */
  readonly audit: AuditPosition
  readonly stores: readonly { readonly path: string; readonly schema: number; readonly commits: number | null }[]
  readonly files: readonly BackupFile[]
}

export const printManifest = (manifest: BackupManifest): string => `${JSON.stringify(manifest, null, 2)}\n`

/** Describes every file of a folder except the manifest. */
export const describeFiles = async (directory: string): Promise<readonly BackupFile[]> => {
  const described: BackupFile[] = []
  for (const path of listFiles(directory)) {
    const file = join(directory, path)
    described.push({ path, bytes: statSync(file).size, sha256: await computeSha256(file) })
  }
  return described
}

/** Returns a sentence for each file that differs from the manifest; empty for a folder without a manifest. */
export const verifyManifest = async (directory: string): Promise<readonly string[]> => {
  const text = readIfThere(join(directory, MANIFEST))
  if (text === null) return []
  const files = parseFiles(text.toString())
  if (!files) return [`${join(directory, MANIFEST)} is damaged: it does not describe a backup.`]
  const present = new Map((await describeFiles(directory)).map((file) => [file.path, file]))
  const listed = new Set(files.map(({ path }) => path))
  return [
    ...files.flatMap(({ path, bytes, sha256 }) => {
      const file = present.get(path)
      if (!file) return [`${path} is missing: the manifest lists it.`]
      if (file.bytes !== bytes) return [`${path} has ${file.bytes} bytes; the manifest lists ${bytes}.`]
      return file.sha256 === sha256 ? [] : [`${path} was changed: its SHA-256 differs from the manifest.`]
    }),
    ...[...present.keys()].filter((path) => !listed.has(path)).map((path) => `${path} is not in the manifest.`),
  ]
}

/** Lists the files in the manifest of a folder; none when it cannot be read. */
export const listBackupFiles = (directory: string): readonly string[] =>
  parseFiles(readIfThere(join(directory, MANIFEST))?.toString() ?? '')?.map(({ path }) => path) ?? []

const listFiles = (directory: string): readonly string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((path) => path !== MANIFEST && statSync(join(directory, path)).isFile())
    .toSorted()

const computeSha256 = async (path: string): Promise<string> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const parseFiles = (text: string): readonly BackupFile[] | undefined => {
  const manifest = parseJson(text)
  if (!isRecord(manifest) || manifest.format !== 1 || !Array.isArray(manifest.files)) return undefined
  return manifest.files.every(isFile) ? manifest.files : undefined
}

const isFile = (value: unknown): value is BackupFile =>
  isRecord(value) &&
  typeof value.path === 'string' &&
  typeof value.bytes === 'number' &&
  typeof value.sha256 === 'string'
