import type { AuditTrail, Batch, Journal, StopFile } from '../../../server/engine/model/ports.ts'
import type { Disk } from './disk.ts'
import { PowerLoss, type Stroke } from './stroke.ts'

/** Process that writes to a disk. */
export interface Writer {
  readonly stroke: Stroke | undefined
  /** True when the last write failed or was diverted. */
  journalFails: boolean
  auditFails: boolean
  kill(how: string): void
  /** Runs a task of this process after a delay, unless it has ended by then. */
  after(delayMs: number, task: () => void): void
}

/** Returns the disk for a process that may be killed at any write. */
export const struckDisk = (disk: Disk, writer: Writer): Pick<Disk, 'journal' | 'audit'> & { stopFile: StopFile } => ({
  journal: struckJournal(disk, writer),
  audit: watchedAudit(disk, writer),
  stopFile: struckStopFile(disk, writer),
})

const struckJournal = ({ journal, health }: Disk, writer: Writer): Journal => {
  const write = (batch: Batch): void => {
    const struck = isWorthStriking(batch) ? writer.stroke?.kind : undefined
    if (struck === 'beforeAppend') throw new PowerLoss('before the append')
    writer.journalFails = true
    void journal.append(batch)
    writer.journalFails = false
    if (struck === 'afterAppend') throw new PowerLoss('after the append')
  }
  return {
    read: () => journal.read(),
    append: (batch) => onDisk({ health }, writer, () => write(batch)),
  }
}

/**
 * Audit trail that receives the entries which a failing journal did not accept; accepted entries reach the log without
 * the process.
 */
const watchedAudit = ({ audit, health }: Disk, writer: Writer): AuditTrail => ({
  append: (entries) =>
    onDisk({ health }, writer, () => {
      writer.auditFails = true
      const status = audit.append(entries)
      writer.auditFails = status !== 'RECORDED'
      return status
    }),
  status() {
    const status = audit.status()
    writer.auditFails = status !== 'RECORDED'
    return status
  },
})

/** Writes immediately, or after the delay of a slow disk. */
const onDisk = <T>(
  { health }: Pick<Disk, 'health'>,
  writer: Writer,
  write: () => T | PromiseLike<T>,
): T | PromiseLike<T> => {
  if (health.delayMs === 0) return write()
  return new Promise((resolve, reject) =>
    writer.after(health.delayMs, () => {
      try {
        resolve(write())
      } catch (error) {
        if (error instanceof PowerLoss) writer.kill(error.message)
        reject(error)
      }
    }),
  )
}

const struckStopFile = ({ stopFile }: Disk, writer: Writer): StopFile => ({
  ...stopFile,
  write(stop) {
    if (writer.stroke?.kind === 'beforeFile') throw new PowerLoss('before the stop file')
    const written = stopFile.write(stop)
    if (writer.stroke?.kind === 'afterFile') throw new PowerLoss('after the stop file')
    return written
  },
})

/** Returns whether a kill during this write is a useful case, which a write of candles alone is not. */
const isWorthStriking = ({ facts }: Batch): boolean =>
  facts.some(({ kind }) => kind !== 'candleClosed' && kind !== 'equitySampled' && kind !== 'streamChanged')
