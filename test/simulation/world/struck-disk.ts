import type { AuditTrail, Batch, Journal, StopFile } from '../../../server/engine/model/ports.ts'
import type { Disk } from './disk.ts'
import { PowerLoss, type Stroke } from './stroke.ts'

/** A process as its disk sees it. */
export interface Writer {
  readonly stroke: Stroke | undefined
  /** The last time something was to be written, it could not be, or not where it belongs. */
  journalFails: boolean
  auditFails: boolean
  kill(how: string): void
  /** Runs a task of this process after a delay, unless it has ended by then. */
  after(delayMs: number, task: () => void): void
}

/** The disk as a process reaches it, which may be struck down whenever it writes. */
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

/** The entries that a failing journal did not accept; what it accepts reaches the log without the process. */
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

/** Writes at once, or when a slow disk has taken its time. */
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

/** A disk that is busy with candles alone is no place to be struck. */
const isWorthStriking = ({ facts }: Batch): boolean =>
  facts.some(({ kind }) => kind !== 'candleClosed' && kind !== 'equitySampled' && kind !== 'streamChanged')
