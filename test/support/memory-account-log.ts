import { StoreFailure } from '../../server/core/errors.ts'
import type { StopOrder } from '../../server/engine/model/events.ts'
import { type AccountLog, Fenced, type LoggedBatch } from '../../server/scaled/ports.ts'

/** Account log in memory whose next append can fail before or after it is stored. */
export interface MemoryAccountLog extends AccountLog {
  readonly batches: LoggedBatch[]
  fault: 'before' | 'after' | 'fenced' | undefined
  stop: StopOrder | null
}

export const createMemoryAccountLog = (): MemoryAccountLog => {
  const batches: LoggedBatch[] = []
  const store = (batch: LoggedBatch): void => {
    const existing = batches[batch.number - 1]
    if (existing && existing.body !== batch.body) throw new Fenced('another batch has this number')
    if (batch.number > batches.length + 1) throw new Fenced('a batch is missing before this one')
    batches[batch.number - 1] = batch
  }
  return {
    batches,
    fault: undefined,
    stop: null,
    newest: async () => batches.length,
    newestEpoch: async () => batches.at(-1)?.epoch ?? 0,
    readAfter: async (number, limit) => batches.slice(number, number + limit),
    async append(batch) {
      const { fault } = this
      if (fault === 'fenced') throw new Fenced('another engine has the lease')
      if (fault !== 'before') store(batch)
      if (fault) throw new StoreFailure('the log does not answer')
      return this.stop
    },
  }
}
