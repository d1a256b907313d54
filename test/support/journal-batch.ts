import { MINUTE_MS } from '../../server/core/instant.ts'
import type { LedgerFact } from '../../server/engine/model/facts.ts'
import type { Batch } from '../../server/engine/model/ports.ts'
import { anId, anOrder } from './book-samples.ts'
import { aCandle, anInstrument, NOON_MS } from './market-samples.ts'

const INSTRUMENT = anInstrument()

/** The opening time of the candle that goes with a batch, and when its order was made. */
export const candleTime = (first: number): number => NOON_MS + first * MINUTE_MS

/** Facts that are numbered in their epoch and name the last of their batch, with a candle and an order that name it too. */
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
