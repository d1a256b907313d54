import { parentPort, workerData } from 'node:worker_threads'
import type { HistoryTask } from './history-ahead.ts'
import { INSTRUMENT_SPECS } from './instrument-specs.ts'
import { packMinutes } from './minute-columns.ts'
import { minuteHistory } from './minute-history.ts'

/** Worker thread that computes the candles of instruments, sends those of each as columns, and ends. */
const { seed, symbols, range } = workerData as HistoryTask
for (const symbol of symbols) {
  const spec = INSTRUMENT_SPECS.find(({ instrument }) => instrument.symbol === symbol)
  if (!spec) continue
  const minutes = packMinutes(minuteHistory(seed, spec, range), { symbol, ...range })
  parentPort?.postMessage(minutes, [minutes.numbers.buffer, minutes.turnovers.buffer])
}
