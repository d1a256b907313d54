import { StoreFailure } from '../../../server/core/errors.ts'
import { readExact, writeExact } from '../../../server/core/exact-json.ts'
import { DAY_MS } from '../../../server/core/instant.ts'
import type { Candle } from '../../../server/domain/market/candle.ts'
import type { Fact, LedgerFact } from '../../../server/engine/model/facts.ts'
import type { AuditTrail, Batch, CandleStore, Journal } from '../../../server/engine/model/ports.ts'
import { isLedgerFact } from '../../../server/engine/state/ledger-facts.ts'
import { createStopFile, type DiskStopFile, type StopFileFate } from './stop-file.ts'

/** Health of a disk: which writes succeed; changed in place. */
export interface DiskHealth {
  journal: 'WRITTEN' | 'FAILS'
  audit: 'RECORDED' | 'SPOOLED' | 'LOST'
  stopFile: StopFileFate
  /** Time until an append to the journal is on the disk; 0 while the disk is fast. */
  delayMs: number
}

/** Disk that outlives the process: appended data is stored as text and read back from it. */
export interface Disk {
  readonly journal: Journal
  readonly candles: CandleStore
  readonly audit: AuditTrail
  readonly stopFile: DiskStopFile
  readonly health: DiskHealth
}

/** Creates a disk; `onWritten` is called for each fact, in order, once it is durable. */
export const createDisk = (onWritten: (fact: Fact, text: string) => void): Disk => {
  const rows: string[] = []
  const read: LedgerFact[] = []
  const minutes: Candle[] = []
  const health: DiskHealth = { journal: 'WRITTEN', audit: 'RECORDED', stopFile: 'WRITTEN', delayMs: 0 }

  const write = (fact: Fact): void => {
    const text = writeExact(fact)
    if (isLedgerFact(fact)) rows.push(text)
    else if (fact.kind === 'candleClosed' && fact.candle.interval === '1m') minutes.push(fact.candle)
    onWritten(fact, text)
  }

  return {
    health,
    journal: {
      append({ facts }: Batch) {
        if (health.journal === 'FAILS') throw new StoreFailure('the disk is full')
        for (const fact of facts) write(fact)
      },
      read() {
        for (const row of rows.slice(read.length)) read.push(readExact(row) as LedgerFact)
        return read
      },
    },
    audit: {
      append(entries) {
        if (health.audit === 'LOST') throw new StoreFailure('neither audit nor spool can be written')
        for (const entry of entries) write({ kind: 'audited', entry })
        return health.audit
      },
      status: () => (health.audit === 'RECORDED' ? 'RECORDED' : 'SPOOLED'),
    },
    stopFile: createStopFile(() => health.stopFile),
    candles: {
      find({ symbol, interval, fromMs, toMs, limit }) {
        if (interval !== '1m') return []
        const within = minutes.filter((candle) => candle.symbol === symbol && isWithin(candle, fromMs, toMs))
        return within.slice(-limit)
      },
    },
  }
}

const isWithin = ({ openMs }: Candle, fromMs: number, toMs: number): boolean =>
  openMs >= Math.max(fromMs, toMs - DAY_MS) && openMs < toMs
