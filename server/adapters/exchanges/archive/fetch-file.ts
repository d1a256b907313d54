/** Downloads from an exchange's data archive: ZIP files verified by their checksum, and checksums. */

import { hash } from 'node:crypto'
import { unzipSync } from 'fflate'
import { errorMessage } from '../../../core/errors.ts'
import { SECOND_MS } from '../../../core/instant.ts'
import { HistoryError } from '../../../research/data/history-error.ts'

/**
 * Downloads a ZIP file, verifies it by the checksum file beside it, and returns its content; null when the archive does
 * not have it. A failed transfer is repeated; throws a `HistoryError` after the last attempt.
 */
export const fetchArchived = async (
  { url, delay }: ArchiveAccess,
  path: string,
  signal: AbortSignal,
): Promise<ArchivedFile | null> => {
  for (let tries = 1; ; tries++) {
    const tried = await fetchOnce(`${url}/${path}`, signal)
    if (typeof tried !== 'string') return tried
    signal.throwIfAborted()
    if (tries === TRIES_MAX)
      throw new HistoryError(
        'DOWNLOAD_FAILED',
        `${url}/${path} was not downloaded in ${TRIES_MAX} attempts: ${tried}.`,
        'Run the command again: it continues after what is stored.',
      )
    await delay(tries * RETRY_MS)
  }
}

/** The only file in a ZIP of the archive. */
export interface ArchivedFile {
  readonly bytes: Buffer
  /** SHA-256 of the ZIP. */
  readonly sha256: string
}

export interface ArchiveAccess {
  /** Base URL without a slash at its end. */
  readonly url: string
  readonly delay: (ms: number) => Promise<void>
}

const TRIES_MAX = 4
const RETRY_MS = SECOND_MS
const FILE_WITHIN_MS = 300 * SECOND_MS
/** Maximum size of an unzipped file, larger than any in the archive. */
const BYTES_MAX = 1024 ** 3

/**
 * Returns the SHA-256 that the archive currently publishes for a file; null when it publishes none or does not respond.
 */
export const fetchChecksum = async (url: string, path: string, signal: AbortSignal): Promise<string | null> => {
  const response = await fetch(`${url}/${path}.CHECKSUM`, { signal }).catch(() => undefined)
  if (!response?.ok) {
    await response?.body?.cancel()
    return null
  }
  return readChecksum(await response.text())
}

const readChecksum = (text: string): string => text.trim().split(/\s+/)[0] ?? ''

/** Downloads a file once; null when the archive does not have it, or the reason of a failure as a string. */
const fetchOnce = async (address: string, signal: AbortSignal): Promise<ArchivedFile | null | string> => {
  const within = AbortSignal.any([signal, AbortSignal.timeout(FILE_WITHIN_MS)])
  try {
    const [file, checksum] = await Promise.all([
      fetch(address, { signal: within }),
      fetch(`${address}.CHECKSUM`, { signal: within }),
    ])
    if (file.status === 404) {
      await checksum.body?.cancel()
      await file.body?.cancel()
      return null
    }
    if (!file.ok || !checksum.ok) return `status ${file.ok ? checksum.status : file.status}`
    const zip = new Uint8Array(await file.arrayBuffer())
    const sha256 = hash('sha256', zip, 'hex')
    if (readChecksum(await checksum.text()) !== sha256) return 'it does not match its checksum'
    return { bytes: unzipFile(zip), sha256 }
  } catch (error) {
    return errorMessage(error)
  }
}

/** Returns the content of the only file in a ZIP; throws an error for any other ZIP. */
export const unzipFile = (zip: Uint8Array): Buffer => {
  const files = Object.values(unzipSync(zip, { filter: ({ originalSize }) => originalSize <= BYTES_MAX }))
  const [file] = files
  if (!file || files.length !== 1) throw new Error(`a ZIP with ${files.length} readable files instead of one`)
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength)
}
