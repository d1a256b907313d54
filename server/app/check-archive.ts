import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  type ArchivedFile,
  type ArchiveFolder,
  DIGEST_LIST,
  isSegmentName,
  openArchiveFolder,
} from '../adapters/store/archive/archive-folder.ts'
import { StoreError } from '../adapters/store/sqlite/store-error.ts'
import type { ArchiveCheck } from '../cli/parts.ts'
import { errorMessage } from '../core/errors.ts'
import type { LogStream } from '../scaled/ports.ts'

/** Verifies every file of an archive: digest, batches, and that none is missing between two files. */
export const checkArchive = async (archive: string): Promise<ArchiveCheck[]> => {
  const accounts = existsSync(archive)
    ? readdirSync(archive).filter((name) => existsSync(join(archive, name, DIGEST_LIST)))
    : []
  if (accounts.length === 0) throw new StoreError(`${archive} has no archive of an account.`)
  const checks: ArchiveCheck[] = []
  for (const account of accounts.toSorted()) checks.push(await checkAccount(archive, account))
  return checks
}

const checkAccount = async (archive: string, account: string): Promise<ArchiveCheck> => {
  try {
    const folder = openArchiveFolder(archive, account)
    const files = folder.files()
    const findings = [...(await findDamaged(folder)), ...findGaps(files, account), ...findUnlisted(folder)]
    const covered = { engine: rangeIn(files, 'engine'), exchange: rangeIn(files, 'exchange') }
    return { account, files: files.length, ...covered, findings }
  } catch (error) {
    return { account, files: 0, engine: null, exchange: null, findings: [errorMessage(error)] }
  }
}

const findDamaged = async (folder: ArchiveFolder): Promise<string[]> => {
  const findings: string[] = []
  for (const file of folder.files()) {
    await folder.verify(file).catch((error: unknown) => findings.push(errorMessage(error)))
  }
  return findings
}

const findGaps = (files: readonly ArchivedFile[], account: string): string[] =>
  files.flatMap((file, index) => {
    const previous = files[index - 1]
    if (previous?.stream !== file.stream || previous.last + 1 === file.first) return []
    return `The batches ${previous.last + 1} to ${file.first - 1} of the log ${file.stream} of ${account} are missing.`
  })

const findUnlisted = ({ directory, files }: ArchiveFolder): string[] => {
  const listed = new Set(files().map(({ name }) => name))
  return readdirSync(directory)
    .filter((name) => isSegmentName(name) && !listed.has(name))
    .map((name) => `${join(directory, name)} is not in ${DIGEST_LIST}.`)
}

const rangeIn = (files: readonly ArchivedFile[], stream: LogStream): ArchiveCheck['engine'] => {
  const own = files.filter((file) => file.stream === stream)
  const [oldest, newest] = [own[0], own.at(-1)]
  return oldest && newest ? { first: oldest.first, last: newest.last } : null
}
