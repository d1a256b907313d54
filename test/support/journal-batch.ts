import { MINUTE_MS } from '../../server/core/instant.ts'
import type { LedgerFact } from '../../server/engine/model/facts.ts'
import type { Batch } from '../../server/engine/model/ports.ts'
import { anId, anOrder } from './book-samples.ts'
import { aCandle, anInstrument, NOON_MS } from './market-samples.ts'

const INSTRUMENT = anInstrument()

/** Returns the opening time of a batch's candle, which is also the time of its order. */
export const candleTime = (first: number): number => NOON_MS + first * MINUTE_MS

/**
 * Returns a batch of facts that are numbered in their epoch and contain the number of the batch's last fact, with a
 * candle and an order that contain it too.
 */
export const batchAt = (first: number, size: number): Batch => {
  const last = first + size - 1
  const facts = Array.from({ length: size }, (_, index): LedgerFact => {
    const runId = `run_of_batch_to_${last}`
    return { kind: 'runStarted', runId, market: 'test', mode: 'PAPER', epoch: first + index, atMs: NOON_MS }
  })
  const candle = aCandle({ openMs: candleTime(first), tradeCount: last })
  return {
    facts: [...facts, { kind: 'candleClosed', candle, instrument: INSTRUMENT }],
    orders: [anOrder({ orderId: anId('ord', last), createdAtMs: candleTime(first), reportSequence: last })],
    positions: [],
  }
}
