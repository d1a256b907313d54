import { existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import { errorMessage } from '../../../core/errors.ts'
import { isSystemError } from '../disk.ts'
import { type FindingCode, find, inFile, type Remarks } from './finding.ts'

/** Opens a file of an audit log for verification, or reports a finding that it is missing or cannot be opened. */
export const openOrReport = async (
  path: string,
  missing: FindingCode,
  remarks: Remarks,
): Promise<Opened | undefined> => {
  const name = basename(path)
  if (!existsSync(path)) {
    find(remarks, { code: missing, where: inFile(name), detail: 'The file is missing.' })
    return undefined
  }
  try {
    const file = await open(path, 'r')
    return { file, name, size: (await file.stat()).size }
  } catch (error) {
    if (!isSystemError(error)) throw error
    find(remarks, {
      code: 'FILE_UNREADABLE',
      where: inFile(name),
      detail: `It cannot be read (${errorMessage(error)}).`,
    })
    return undefined
  }
}

/** A file that is being read, with its size when it was opened. */
export interface Opened {
  readonly file: FileHandle
  readonly name: string
  readonly size: number
}
