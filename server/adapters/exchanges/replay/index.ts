import { MINUTE_MS } from '../../../core/instant.ts'
import { eventSymbol, type MarketEvent } from '../../../domain/market/market-event.ts'
import { type Clock, type MarketSink, type MarketSource, MarketSourceError } from '../../../engine/model/ports.ts'
import { readInstruments } from './instruments-file.ts'
import { readEvent } from './read-event.ts'
import { readLines } from './read-line.ts'
import { createPace, createStage, createTracks, type Speed, type Stage } from './stage.ts'
import { type Survey, surveyRecording } from './survey.ts'
import { NO_SHIFT, type Shift } from './translate.ts'

/**
 * Opens a recorded Binance USDⓈ-M stream as a market source that plays it. The recorded exchange time is the market's
 * time. Each round of a looped recording begins on a whole minute after the previous one; the time in between counts as
 * missing.
 */
export const openReplay = async (options: ReplayOptions): Promise<Replay> => {
  const { path, instrumentsPath } = options
  const survey = await surveyRecording(path, instrumentsPath ? await readInstruments(instrumentsPath) : [])
  return {
    origin: 'REPLAY',
    market: 'replay',
    resumes: false,
    instruments: survey.instruments,
    messages: survey.messages,
    recordedLag: survey.lag,
    requestBook: () => {},
    run: (sink, _since, signal) =>
      play({ options, survey, sink, signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error
      }),
  }
}

export interface ReplayOptions {
  readonly path: string
  readonly speed: Speed
  readonly loop: boolean
  /** File with ticks and lots; without it they are derived from the recording. */
  readonly instrumentsPath: string | undefined
  readonly clock: Clock
}

export interface Replay extends MarketSource {
  readonly messages: number
}

/** Length of a recorded silence from which it counts as a broken stream, not as a quiet market. */
const SILENCE_MAX_MS = MINUTE_MS

interface Performance {
  readonly options: ReplayOptions
  readonly survey: Survey
  readonly sink: MarketSink
  readonly signal: AbortSignal
}

const play = async (performance: Performance): Promise<void> => {
  const { options, survey, signal } = performance
  for (const instrument of survey.instruments) await publish(performance, { kind: 'instrument', instrument })
  let shift = NO_SHIFT
  while (!signal.aborted) {
    const stage = createStage((event) => publish(performance, event))
    await playRound(performance, stage, shift)
    await stage.close(options.loop ? 'lost' : 'ended')
    if (!options.loop) return
    shift = nextShift(survey, shift)
  }
}

const publish = async ({ sink, signal }: Performance, event: MarketEvent): Promise<void> => {
  while (!signal.aborted && !sink.offer(event)) await sink.room()
}

const playRound = async ({ options, survey, signal }: Performance, stage: Stage, shift: Shift): Promise<void> => {
  const { path, speed, clock } = options
  const pace = createPace(speed, clock, signal)
  const playback = { path, survey, tracks: createTracks(survey, shift) }
  let number = 0
  let lastMs = Number.POSITIVE_INFINITY
  for await (const text of readLines(path)) {
    if (signal.aborted) return
    const { receivedMs, event } = readEvent(playback, text, ++number)
    if (receivedMs - lastMs > SILENCE_MAX_MS) await stage.close('lost')
    lastMs = receivedMs
    if (event === undefined) continue
    if (typeof event === 'string') {
      throw new MarketSourceError(
        `${path}, line ${number}: ${event}. Specify the right ticks and lots with --instruments FILE.`,
      )
    }
    await pace(receivedMs)
    await stage.publish(eventSymbol(event), event)
  }
}

const nextShift = ({ summaries }: Survey, shift: Shift): Shift => {
  const all = [...summaries.values()]
  const lengthMs = Math.max(...all.map(({ lastMs }) => lastMs)) - Math.min(...all.map(({ firstMs }) => firstMs))
  const trades = all.map(({ firstTradeId = 0, lastTradeId = 0 }) => lastTradeId - firstTradeId + 1)
  return {
    timeMs: shift.timeMs + (Math.floor(lengthMs / MINUTE_MS) + 1) * MINUTE_MS,
    tradeId: shift.tradeId + Math.max(...trades),
    sequence: shift.sequence + Math.max(...trades),
  }
}
