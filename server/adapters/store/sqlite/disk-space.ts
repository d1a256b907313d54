import { statfsSync } from 'node:fs'

/** How long an answer is given again, since asking the system is slow on some disks. */
const KEEP_MS = 5_000

/** Bytes this process may still write where `directory` lies; null when the system does not say. */
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
