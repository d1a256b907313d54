import type { ClearingVenue } from '../../adapters/exchanges/clearing/venue.ts'
import { tapSource } from '../../adapters/exchanges/paper/tap-source.ts'
import { openPaperRecorder, type PaperRecorder } from '../../adapters/exchanges/recording/recorder.ts'
import { recordingPath } from '../../adapters/exchanges/recording/segments.ts'
import { DAY_MS } from '../../core/instant.ts'
import type { BracketLookup } from '../../domain/margin/brackets.ts'
import { toFilters } from '../../domain/market/instrument.ts'
import type { MarketEvent } from '../../domain/market/market-event.ts'
import type { ExecutionVenue, MarketSource } from '../../engine/model/ports.ts'
import type { ExchangeParts } from './exchange.ts'

/** Recording of the market and the requests beside a paper account. */
export interface Recording {
  /** Market source that is recorded once the recording has begun. */
  readonly source: MarketSource
  /** Begins the recording in the directory of the account; returns the venue that records its requests. */
  begin(directory: string, clearing: ClearingVenue, venue: ExecutionVenue): ExecutionVenue
  /** Notes that the account takes part in a market that it joins late; before, nothing is recorded. */
  join(): void
  close(): Promise<void>
}

/** Creates the recording, which the configuration may switch off. */
export const createRecording = (
  { config, constitution, clock, note }: ExchangeParts,
  { source, brackets, latencyMs, joinsLate = false }: RecordedParts,
): Recording => {
  const { days, megabytes } = config.paperRecording
  let recorder: PaperRecorder | undefined
  let isJoined = !joinsLate
  const requestBooks = (): void => {
    for (const { symbol } of source.instruments) source.requestBook(symbol)
  }
  const observe = (event: MarketEvent): void => {
    if (isJoined) recorder?.observe(event)
    if (joinsLate && event.kind === 'stream' && event.change.state === 'lost') isJoined = false
  }
  return {
    source: tapSource(source, observe),
    begin(directory, clearing, venue) {
      if (days === 0) return venue
      recorder = openPaperRecorder({
        directory: recordingPath(directory),
        limits: {
          maxAgeMs: days * DAY_MS,
          bytesMax: megabytes * MEGABYTE,
          freeBytesMin: 2 * (constitution.data.minFreeDiskBytes ?? GIGABYTE),
        },
        clock,
        account: () => ({
          market: source.market,
          origin: source.origin,
          instruments: source.instruments.map(toFilters),
          brackets: source.instruments.map(({ symbol }) => [symbol, brackets(symbol)] as const),
          leverage: constitution.execution.leverage,
          latencyMs,
          ...clearing.snapshot(),
        }),
        requestBooks,
        note: note.remark,
      })
      return recorder.record(venue)
    },
    join() {
      if (isJoined || !recorder) return
      isJoined = true
      requestBooks()
    },
    close: async () => recorder?.close(),
  }
}

interface RecordedParts {
  readonly source: MarketSource
  readonly brackets: BracketLookup
  /** Latency of orders and cancels to the market. */
  readonly latencyMs: number
  /** True when the account joins the market only after it has opened. */
  readonly joinsLate?: boolean
}

const MEGABYTE = 1024 * 1024
const GIGABYTE = 1024 * MEGABYTE
