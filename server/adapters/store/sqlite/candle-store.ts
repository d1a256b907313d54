import type { DatabaseSync } from 'node:sqlite'
import type { Candle } from '../../../domain/market/candle.ts'
import type { CandleStore } from '../../../engine/model/ports.ts'
import { candleColumns, candleOfRow } from './candle-row.ts'

export const createCandleStore = (database: DatabaseSync): CandleStore => {
  const select = database.prepare(
    `SELECT ${candleColumns} FROM candles
     WHERE symbol = ? AND interval = ? AND open_ms >= ? AND open_ms < ?
     ORDER BY open_ms DESC LIMIT ?`,
  )
  return {
    find({ symbol, interval, fromMs, toMs, limit }, instrument) {
      const rows = select.all(symbol, interval, fromMs, toMs, limit)
      const candles = rows.map((row) => candleOfRow(row, instrument))
      return candles.filter((candle): candle is Candle => candle !== undefined).reverse()
    },
  }
}
