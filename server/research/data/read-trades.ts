import { hash } from 'node:crypto'
import { type Instant, MINUTE_MS, type TimeRange } from '../../core/instant.ts'
import type { MinuteTrades, StoredTrades, WantedTrades } from '../history.ts'
import { periodAt, periodsIn } from './period.ts'
import type { PeriodKey, PeriodRecord, StoredPeriod } from './stored-period.ts'

/** Reads stored trades minute by minute, and keeps those that were read. */
export const openTrades = (periods: StoredTradePeriods): StoredTrades => {
  const known = new Map<string, Promise<MinuteTrades | null>>()
  return {
    covers: (symbol, range) =>
      periodsIn('trades', range).some((period) =>
        (periods.describe({ symbol, kind: 'trades', period })?.covered ?? []).some(
          ({ fromMs, toMs }) => fromMs < range.toMs && toMs > range.fromMs,
        ),
      ),
    digestStored(symbol, range) {
      const lines = periodsIn('trades', range).flatMap((period) => {
        const record = periods.describe({ symbol, kind: 'trades', period })
        return record ? [`${period} ${record.digest}`] : []
      })
      return hash('sha256', lines.join('\n'), 'hex')
    },
    read(wanted) {
      const key = `${wanted.symbol} ${wanted.minuteMs}`
      const read = known.get(key) ?? readMinute(periods, wanted)
      known.set(key, read)
      return read
    },
    async digest(symbol) {
      const lines: string[] = []
      for (const key of [...known.keys()].toSorted()) {
        const [of, minute] = key.split(' ')
        if (of === symbol) lines.push(`${minute} ${digestTrades(await known.get(key))}`)
      }
      return hash('sha256', lines.join('\n'), 'hex')
    },
  }
}

/** Stored periods of one exchange, read in parts. */
export interface StoredTradePeriods {
  describe(key: PeriodKey): PeriodRecord | null
  readWithin(key: PeriodKey, range: TimeRange): Promise<StoredPeriod | null>
}

const readMinute = async (
  periods: StoredTradePeriods,
  { symbol, minuteMs }: WantedTrades,
): Promise<MinuteTrades | null> => {
  const range = { fromMs: minuteMs, toMs: minuteMs + MINUTE_MS }
  const stored = await periods.readWithin({ symbol, kind: 'trades', period: periodAt('trades', minuteMs) }, range)
  const isCovered = stored?.record.covered.some(({ fromMs, toMs }) => fromMs <= range.fromMs && toMs >= range.toMs)
  if (!stored || !isCovered) return null
  return toMinute(stored, minuteMs)
}

const toMinute = ({ rows: { time, columns } }: StoredPeriod, minuteMs: Instant): MinuteTrades => ({
  offsetMs: Int32Array.from(time, (at) => at - minuteMs),
  price: columns.price ?? new Float64Array(),
})

const digestTrades = (trades: MinuteTrades | null | undefined): string => {
  if (!trades) return 'none'
  const { offsetMs, price } = trades
  return hash('sha256', Buffer.concat([Buffer.from(offsetMs.buffer), Buffer.from(price.buffer)]), 'hex')
}
