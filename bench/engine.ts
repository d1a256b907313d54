/**
 * Benchmark of the engine: a step on a quote, and a recorded Binance feed through parsing, order book and candles,
 * compared with bare JSON parsing.
 */

import { existsSync } from 'node:fs'
import { readEvent } from '../server/adapters/exchanges/replay/read-event.ts'
import { readLines } from '../server/adapters/exchanges/replay/read-line.ts'
import { createTracks } from '../server/adapters/exchanges/replay/stage.ts'
import { surveyRecording } from '../server/adapters/exchanges/replay/survey.ts'
import { NO_SHIFT } from '../server/adapters/exchanges/replay/translate.ts'
import { INSTRUMENT_SPECS } from '../server/adapters/exchanges/simulated/instrument-specs.ts'
import { createSimulatedMarket } from '../server/adapters/exchanges/simulated/simulated-market.ts'
import type { MarketEvent } from '../server/domain/market/market-event.ts'
import type { EngineEvent } from '../server/engine/model/events.ts'
import { step } from '../server/engine/run/step.ts'
import { anEngineState } from '../test/support/engine-state.ts'
import { atLeast, atMost, nanosecondsEach, perSecond, type Row, times } from './measure.ts'

const RECORDING = '../shared/data/binance-usdm-raw-feed/btcusdt_20240808.jsonl.gz'

export const engineRows = async (): Promise<Row[]> => [
  stepRow(),
  ...(existsSync(RECORDING) ? await recordingRows(RECORDING) : []),
]

const stepAll = (events: readonly EngineEvent[]): void => {
  const state = anEngineState()
  for (const event of events) step(state, event)
}

const inputs = (events: readonly MarketEvent[]): EngineEvent[] =>
  events.map((event) => ({ kind: 'market', event, atMs: 0 }))

/** Measures a step on a quote, an event that changes nothing durable. */
const stepRow = (): Row => {
  const startMs = Date.UTC(2026, 0, 1)
  const instruments = INSTRUMENT_SPECS.map(({ instrument }): MarketEvent => ({ kind: 'instrument', instrument }))
  const quotes = [...createSimulatedMarket({ seed: 1, startMs }).advanceTo(startMs + 50_000)].filter(
    ({ kind }) => kind === 'quote',
  )
  const many = Array.from({ length: 100 }, () => quotes).flat()
  const events = inputs([...instruments, ...many])
  const each = nanosecondsEach(events.length, () => stepAll(events))
  return {
    what: 'engine step on a quote',
    measured: `${each.toFixed(0)} ns`,
    against: 'limit 2 µs',
    ratio: times(2_000 / each),
    goals: [atMost(each, [2_000, 'ns'])],
  }
}

/** Measures the recorded feed through order book and candles, against parsing of its JSON alone. */
const recordingRows = async (path: string): Promise<Row[]> => {
  const survey = await surveyRecording(path, [])
  const instrument = survey.instruments[0]
  if (!instrument) throw new Error('the recording has no instrument')
  const lines: string[] = []
  for await (const line of readLines(path)) lines.push(line)
  const playback = { path, survey, tracks: createTracks(survey, NO_SHIFT) }
  const parseEvent = (line: string, index: number): MarketEvent | undefined => {
    const { event } = readEvent(playback, line, index + 1)
    return typeof event === 'string' ? undefined : event
  }
  const listed: MarketEvent = { kind: 'instrument', instrument }
  const parsed = [listed, ...lines.flatMap((line, index) => parseEvent(line, index) ?? [])]
  const deltas = inputs(parsed.filter(({ kind }) => ['instrument', 'bookSnapshot', 'bookDelta'].includes(kind)))
  const json = nanosecondsEach(lines.length, () => {
    for (const line of lines) JSON.parse(line.slice(line.indexOf(' ') + 1))
  })
  const whole = nanosecondsEach(lines.length, () => {
    const state = anEngineState()
    step(state, { kind: 'market', event: listed, atMs: 0 })
    for (const [index, line] of lines.entries()) {
      const event = parseEvent(line, index)
      if (event) step(state, { kind: 'market', event, atMs: 0 })
    }
  })
  const book = nanosecondsEach(deltas.length, () => stepAll(deltas))
  return [
    {
      what: 'recorded feed: read, check, translate, step',
      measured: perSecond(whole),
      against: `JSON.parse of the same lines: ${perSecond(json)}`,
      ratio: times(json / whole),
      goals: [atLeast(json / whole, [0.6, '×'])],
    },
    {
      what: 'recorded feed: book updates (about 50 levels each)',
      measured: perSecond(book),
      against: 'the goal of 5,000 events/s',
      ratio: times(1e9 / book / 5_000),
      goals: [atLeast(1e9 / book, [5_000, '/s'])],
    },
  ]
}
