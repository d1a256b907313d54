/**
 * Exact driver over a recording: executes the recorded requests of a paper account in the recorded market, by the account
 * and matching rules of paper trading, in virtual time.
 */

import { createMemoryStore } from '../../adapters/exchanges/clearing/clearing-store.ts'
import { type ClearingVenue, openClearingVenue } from '../../adapters/exchanges/clearing/venue.ts'
import { createFundingRecord, type FundingRecord } from '../../adapters/exchanges/paper/funding-record.ts'
import { delayCancels } from '../../adapters/exchanges/paper/paper-account.ts'
import { createPaperMatcher, type PaperMatcher } from '../../adapters/exchanges/paper/paper-matcher.ts'
import type { RecordedAccount, RecordedEntry, SentRequest } from '../../adapters/exchanges/recording/entries.ts'
import type { RecordedPart } from '../../adapters/exchanges/recording/read-recording.ts'
import { type Instant, MINUTE_MS } from '../../core/instant.ts'
import { createInstrument } from '../../domain/market/instrument.ts'
import { eventTime, type MarketEvent } from '../../domain/market/market-event.ts'
import type { VenueFill } from '../../domain/order/venue-report.ts'

/** Part of a recording without interruption, and the fills that its order books gave. */
export interface Stretch {
  readonly market: string
  /** Number of the first execution of the paper account in it. */
  readonly firstExecution: bigint
  /** Wall clock time of the first and last entry. */
  readonly startedAtMs: Instant
  readonly endedAtMs: Instant
  /** True when the exchange was closed at its end, so that nothing was executed afterwards. */
  readonly isClosed: boolean
  /** Number of entries that the recorder had dropped before it. */
  readonly dropped: number
  /** Damage of the recording found before it. */
  readonly damages: readonly string[]
  readonly fills: readonly VenueFill[]
}

/** Result of playing a recording. */
export interface PlayedRecording {
  readonly stretches: readonly Stretch[]
  /** Damage after the last stretch. */
  readonly damages: readonly string[]
}

/** Plays a recording, each stretch from the account at its start. */
export const playRecording = (parts: Iterable<RecordedPart>): PlayedRecording => {
  const played: Played = { stretches: [], damages: [], playing: undefined }
  for (const part of parts) playPart(played, part)
  return { stretches: played.stretches, damages: played.damages }
}

interface Played {
  readonly stretches: Playing[]
  damages: string[]
  playing: Playing | undefined
}

const playPart = (played: Played, part: RecordedPart): void => {
  if (part.kind === 'damage') {
    played.damages.push(part.reason)
    played.playing = undefined
    return
  }
  if (part.starts) startStretch(played, part.entries[0])
  if (played.playing) for (const entry of part.entries) playEntry(played.playing, entry)
}

/** Opens a stretch, if its first entry is the account. */
const startStretch = (played: Played, first: RecordedEntry | undefined): void => {
  played.playing = undefined
  if (first?.kind !== 'account') return
  played.playing = openStretch(first.account, { atMs: first.atMs, damages: played.damages })
  played.stretches.push(played.playing)
  played.damages = []
}

/** A stretch being played. */
interface Playing extends Stretch {
  readonly origin: RecordedAccount['origin']
  readonly clock: { nowMs: Instant }
  readonly matcher: PaperMatcher
  readonly clearing: ClearingVenue
  readonly send: (request: SentRequest) => void
  readonly fundings: FundingRecord
  readonly lag: LagFloor
  readonly tasks: (() => void)[]
  /** Requests that have not been sent yet, and the market time at which they are. */
  readonly requests: { readonly request: SentRequest; readonly sentAtMs: Instant; readonly dueMs: Instant }[]
  endedAtMs: Instant
  isClosed: boolean
  dropped: number
  readonly fills: VenueFill[]
}

const openStretch = (
  recorded: RecordedAccount,
  { atMs, damages }: { readonly atMs: Instant; readonly damages: readonly string[] },
): Playing => {
  const { market, origin, leverage, latencyMs, account, orders } = recorded
  const brackets = new Map(recorded.brackets)
  const fills: VenueFill[] = []
  const tasks: (() => void)[] = []
  const store = createMemoryStore()
  void store.commit({ account, orders, fills: [], funding: [] })
  const clock = { nowMs: atMs }
  const matcher = createPaperMatcher({ latencyMs })
  const fundings = createFundingRecord()
  const clearing = openClearingVenue({
    matcher,
    store: {
      ...store,
      commit(changes) {
        fills.push(...changes.fills.filter(({ kind }) => kind === 'TRADE'))
        return store.commit(changes)
      },
    },
    instruments: recorded.instruments.map(createInstrument),
    brackets: (symbol) => brackets.get(symbol) ?? [],
    leverage: () => leverage,
    clock: () => clock.nowMs,
    schedule: (task) => void tasks.push(task),
    fundingAt: fundings.at,
  })
  const playing: Playing = {
    ...{ market, origin, clock, matcher, clearing, fundings, damages, fills },
    dropped: 0,
    send: (latencyMs > 0 ? delayCancels(clearing, matcher) : clearing).send,
    lag: createLagFloor(),
    tasks,
    requests: [],
    firstExecution: account.nextExecution,
    startedAtMs: atMs,
    endedAtMs: atMs,
    isClosed: false,
  }
  clearing.open({ offer: () => true })
  return playing
}

const playEntry = (playing: Playing, entry: RecordedEntry): void => {
  playing.clock.nowMs = entry.atMs
  playing.endedAtMs = entry.atMs
  switch (entry.kind) {
    case 'event':
      playEvent(playing, entry.event)
      break
    case 'request':
      noteRequest(playing, entry.request)
      break
    case 'account':
      playing.dropped += entry.account.dropped
      break
    case 'end':
      sendUntil(playing, Number.POSITIVE_INFINITY)
      playing.isClosed = true
      break
  }
  settle(playing)
}

const playEvent = (playing: Playing, event: MarketEvent): void => {
  const timeMs = event.kind === 'instrument' ? undefined : eventTime(event)
  if (timeMs !== undefined) {
    playing.lag.note(playing.clock.nowMs, timeMs)
    sendUntil(playing, timeMs)
  }
  playing.matcher.observe(event)
  playing.clearing.observe(event)
  playing.fundings.observe(event)
}

/**
 * Sends a request at once in a simulated or replayed market, whose clock stands still meanwhile. A real market goes on while
 * its feed is late: there, the request is sent at the exchange's time of that moment, whatever the feed had shown.
 */
const noteRequest = (playing: Playing, request: SentRequest): void => {
  const sentAtMs = playing.clock.nowMs
  const lagMs = playing.origin === 'EXCHANGE_WS' ? playing.lag.leastMs() : null
  playing.requests.push({ request, sentAtMs, dueMs: lagMs === null ? Number.NEGATIVE_INFINITY : sentAtMs - lagMs })
  if (lagMs === null) sendUntil(playing, 0)
}

/** Sends the requests that are due before a market time, in order. */
const sendUntil = (playing: Playing, timeMs: Instant): void => {
  const { requests, clock, send } = playing
  const nowMs = clock.nowMs
  while (requests[0] && requests[0].dueMs < timeMs) {
    const { request, sentAtMs } = requests[0]
    requests.shift()
    clock.nowMs = sentAtMs
    send(request)
    settle(playing)
  }
  clock.nowMs = nowMs
}

const settle = (playing: Pick<Playing, 'tasks'>): void => {
  for (let task = playing.tasks.shift(); task; task = playing.tasks.shift()) task()
}

/** Least delay of the feed within the last minutes: transport, and the difference of both clocks. */
interface LagFloor {
  note(receivedAtMs: Instant, timeMs: Instant): void
  /** Null until an event was received. */
  leastMs(): number | null
}

const LAG_MINUTES = 10

const createLagFloor = (): LagFloor => {
  const minutes: { readonly minute: number; leastMs: number }[] = []
  return {
    note(receivedAtMs, timeMs) {
      const [minute, lagMs] = [Math.floor(receivedAtMs / MINUTE_MS), receivedAtMs - timeMs]
      const last = minutes.at(-1)
      if (last?.minute === minute) last.leastMs = Math.min(last.leastMs, lagMs)
      else if (minutes.push({ minute, leastMs: lagMs }) > LAG_MINUTES) minutes.shift()
    },
    leastMs: () => (minutes.length === 0 ? null : Math.min(...minutes.map(({ leastMs }) => leastMs))),
  }
}
