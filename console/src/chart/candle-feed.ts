import type { components } from '@plimsoll/client'
import { CANDLES_MAX, type Candle, candlesAfter, candlesWithOlder, type Gap, mergedGaps } from './candles.ts'

/** Candles of a chart: loaded once, then streamed; reloaded when an update does not follow them. */
export interface CandleFeed {
  /** Reads older candles, if there are any. */
  older(): void
  /** Reads the newest candles again, for example after an error. */
  again(): void
  close(): void
}

type Klines = components['schemas']['Klines']
type CandleUpdate = components['schemas']['KlinesData']

export interface Candles {
  /** Undefined until the history was read. */
  readonly candles: readonly Candle[] | undefined
  /** Periods without market data. */
  readonly gaps: readonly Gap[]
  /** Error of the last request; undefined when it succeeded. */
  readonly error: unknown
  readonly isReading: boolean
  readonly hasOlder: boolean
}

interface CandleParts {
  /** Reads the newest candles, or the newest that opened before an instant. */
  readonly read: (beforeMs: number | undefined) => Promise<Pick<Klines, 'items' | 'gaps'>>
  readonly follow: (onUpdate: (update: CandleUpdate) => void) => () => void
  readonly onChange: (candles: Candles) => void
}

/** Maximum number of candles in one response. */
export const PAGE = 500

export const NO_CANDLES: Candles = {
  candles: undefined,
  gaps: [],
  error: undefined,
  isReading: false,
  hasOlder: false,
}

export const openCandleFeed = ({ read, follow, onChange }: CandleParts): CandleFeed => {
  let now = NO_CANDLES
  let isClosed = false
  let reading = Promise.resolve()
  /** Updates received before the history that they extend. */
  let early: readonly Candle[] | undefined = []
  const become = (next: Partial<Candles>): void => {
    if (isClosed) return
    now = { ...now, ...next }
    onChange(now)
  }
  const readInto = (
    beforeMs: () => number | undefined,
    take: (answer: Pick<Klines, 'items' | 'gaps'>) => Partial<Candles>,
  ): void => {
    become({ isReading: true })
    reading = reading
      .then(() => read(beforeMs()))
      .then(
        (answer) => become({ ...take(answer), error: undefined, isReading: false }),
        (error: unknown) => become({ error, isReading: false }),
      )
  }
  const begin = (): void =>
    readInto(
      () => undefined,
      ({ items, gaps }) => {
        const joined = now.candles && candlesAfter(now.candles, items)
        const candles = joined ?? items
        const earlyCandles = early ?? []
        early = undefined
        return {
          candles: candlesAfter(candles, earlyCandles) ?? [...candles, ...earlyCandles],
          gaps: mergedGaps(joined ? [...now.gaps, ...gaps] : gaps),
          hasOlder: joined ? now.hasOlder : items.length >= PAGE,
        }
      },
    )
  const onUpdate = ({ items }: CandleUpdate): void => {
    const candles = early ? undefined : candlesAfter(now.candles ?? [], items)
    if (candles) return become({ candles })
    const isNew = early === undefined
    early = candlesAfter(early ?? [], items) ?? items
    if (isNew) begin()
  }
  const leave = follow(onUpdate)
  begin()
  return {
    older() {
      if (now.isReading || !now.hasOlder || now.error !== undefined) return
      readInto(
        () => now.candles?.[0]?.openTimeMs,
        ({ items, gaps }) => {
          const candles = candlesWithOlder(now.candles ?? [], items)
          const hasOlder = items.length >= PAGE && candles.length < CANDLES_MAX
          return { candles, gaps: mergedGaps([...gaps, ...now.gaps]), hasOlder }
        },
      )
    },
    again: begin,
    close() {
      isClosed = true
      leave()
    },
  }
}
