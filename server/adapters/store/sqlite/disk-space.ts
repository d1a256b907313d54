import { statfsSync } from 'node:fs'

/** How long a reading is reused, since querying the file system is slow on some disks. */
const KEEP_MS = 5_000

/**
 * Returns the bytes this process may still write to the disk that holds `directory`; null when the system reports none.
 */
export const createDiskSpace = (directory: string): ((nowMs: number) => number | null) => {
  let readAtMs = Number.NEGATIVE_INFINITY
  let freeBytes: number | null = null
  return (nowMs) => {
    if (nowMs - readAtMs < KEEP_MS) return freeBytes
    readAtMs = nowMs
    freeBytes = readFreeBytes(directory)
    return freeBytes
  }
}

const readFreeBytes = (directory: string): number | null => {
  try {
    const { bavail, bsize } = statfsSync(directory)
    return bavail * bsize
  } catch {
    return null
  }
}
