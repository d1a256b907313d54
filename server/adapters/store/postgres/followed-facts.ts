import { readExact } from '../../../core/exact-json.ts'
import type { Instrument } from '../../../domain/market/instrument.ts'
import type { Signal } from '../../../domain/signal/signal.ts'
import type { ConsideredEntry, Fact } from '../../../engine/model/facts.ts'
import { candleOfNamedRow } from '../sqlite/candle-row.ts'
import type { Row } from '../sqlite/rows.ts'
import type { EngineStore } from '../sqlite/store.ts'

/**
 * Converts rows of an account's log back to the original facts, for views that follow the log; rows of other tables are
 * omitted.
 */
export const factsOfRows = (rows: readonly Row[], parts: FollowedFactsParts): Fact[] =>
  rows.flatMap((row) => factOfRow(row, parts) ?? [])

export interface FollowedFactsParts {
  /** The database into which the rows have been written. */
  readonly signals: Pick<EngineStore['signals'], 'findSignal'>
  /** Returns undefined for a symbol that this process does not watch. */
  readonly findInstrument: (symbol: string) => Instrument | undefined
}

const factOfRow = (row: Row, { signals, findInstrument }: FollowedFactsParts): Fact | undefined => {
  const [statement, first] = row
  switch (statement) {
    case 'journal':
      return readExact(String(row[2])) as Fact
    case 'candles': {
      const instrument = findInstrument(String(first))
      const candle = instrument && candleOfNamedRow(row, instrument)
      return candle && instrument && { kind: 'candleClosed', candle, instrument }
    }
    case 'signals':
      return { kind: 'signalRaised', signal: JSON.parse(String(row[7])) as Signal, atMs: Number(row[2]) }
    case 'signals.resolve': {
      const signal = signals.findSignal(String(row[3]))
      return signal?.outcome
        ? { kind: 'signalResolved', signalId: signal.signal.signalId, outcome: signal.outcome, atMs: Number(row[2]) }
        : undefined
    }
    case 'entries':
      return { kind: 'entryConsidered', entry: readExact(String(row[6])) as ConsideredEntry, atMs: Number(row[2]) }
    default:
      return undefined
  }
}
