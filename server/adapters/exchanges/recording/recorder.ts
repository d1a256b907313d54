import { assertNever } from '../../../core/assert.ts'
import { every } from '../../../core/every.ts'
import { HOUR_MS, type Instant, SECOND_MS } from '../../../core/instant.ts'
import type { MarketEvent } from '../../../domain/market/market-event.ts'
import type { Clock, ExecutionVenue } from '../../../engine/model/ports.ts'
import { addEvent, addText, type Block, clearBlock, createBlock, writeBlock } from './block.ts'
import type { RecordedAccount, SentRequest } from './entries.ts'
import { createSegmentWriter, type RecordingLimits, type SegmentWriter } from './segment-writer.ts'

/**
 * Records what a paper exchange is given: the events of its market, and the requests sent to it. Never waits and never
 * fails: when the disk cannot keep up, entries are dropped and counted, and the recording resumes with a new segment.
 */
export interface PaperRecorder {
  /** Records an event, before the exchange processes it. */
  observe(event: MarketEvent): void
  /** Wraps an exchange, so that its requests are recorded before it processes them. */
  record(venue: ExecutionVenue): ExecutionVenue
  /** Writes what is pending; call it after the exchange was closed. */
  close(): Promise<void>
}

export interface PaperRecorderParts {
  readonly directory: string
  readonly limits: RecordingLimits
  readonly clock: Clock
  /** Returns the present state of the account. */
  account(): Omit<RecordedAccount, 'dropped'>
  /** Requests a snapshot of every order book. */
  requestBooks(): void
  /** Called when the recording stops, and when it resumes. */
  note(words: string): void
}

interface Recording extends PaperRecorderParts {
  readonly writer: SegmentWriter
  readonly block: Block
  /** Number of blocks on their way to the disk. */
  waiting: number
  /** Number of entries dropped since the segment began. */
  dropped: number
  /** Time since which nothing is recorded; null while recording. */
  pausedAtMs: Instant | null
  segmentAtMs: Instant
  /** Symbols with a mark price, whose quotes trigger nothing. */
  readonly marked: Set<string>
}

/** Maximum number of blocks on their way to the disk, 256 KiB each. */
const WAITING_MAX = 32
const BEAT_MS = SECOND_MS
const SEGMENT_MS = HOUR_MS
const SEGMENT_BYTES = 32 * 1024 * 1024
const RESUME_MS = 10 * SECOND_MS
/** Maximum wait for the disk when the process ends. */
const CLOSE_MAX_MS = 2 * SECOND_MS

/** Opens the recorder and begins a segment with the account. */
export const openPaperRecorder = (parts: PaperRecorderParts): PaperRecorder => {
  const recording: Recording = {
    ...parts,
    writer: createSegmentWriter(parts),
    block: createBlock(),
    waiting: 0,
    dropped: 0,
    pausedAtMs: null,
    segmentAtMs: 0,
    marked: new Set(),
  }
  begin(recording, true)
  const stop = every(BEAT_MS, () => beat(recording))
  return {
    observe(event) {
      if (isRecorded(recording, event)) addToBlock(recording, (block) => addEvent(block, recording.clock(), event))
    },
    record: (venue) => ({
      open: (sink, known) => venue.open(sink, known),
      send(request, getBlocker) {
        if (request.kind === 'submit' || request.kind === 'cancel') noteRequest(recording, request)
        venue.send(request, getBlocker)
      },
      close: () => venue.close(),
    }),
    async close() {
      stop()
      addToBlock(recording, (block) => addText(block, { kind: 'end', atMs: recording.clock() }))
      if (recording.pausedAtMs === null) seal(recording)
      await within(CLOSE_MAX_MS, recording.writer.close())
    },
  }
}

const within = (ms: number, work: Promise<void>): Promise<void> =>
  Promise.race([work, new Promise<void>((resolve) => void setTimeout(resolve, ms).unref())])

/** Begins a segment with the state of the account. */
const begin = (recording: Recording, isNew: boolean): void => {
  const atMs = recording.clock()
  recording.segmentAtMs = atMs
  recording.writer.begin(isNew)
  const account = { ...recording.account(), dropped: recording.dropped }
  addText(recording.block, { kind: 'account', account, atMs })
  recording.dropped = 0
}

const noteRequest = (recording: Recording, request: SentRequest): void =>
  addToBlock(recording, (block) => addText(block, { kind: 'request', request, atMs: recording.clock() }))

/** Adds an entry to the current block, or to the next one when it is full. */
const addToBlock = (recording: Recording, add: (block: Block) => boolean): void => {
  const isAdded = recording.pausedAtMs === null && (add(recording.block) || (seal(recording) && add(recording.block)))
  if (!isAdded) recording.dropped++
}

/** Passes the current block to the disk; false when too many are waiting for it. */
const seal = (recording: Recording): boolean => {
  const { block, writer } = recording
  if (recording.waiting >= WAITING_MAX) {
    pause(recording, 'the disk writes more slowly than the market publishes')
    return false
  }
  const { entries } = block
  recording.waiting++
  void writer.write(writeBlock(block)).then((isWritten) => {
    recording.waiting--
    if (!isWritten) recording.dropped += entries
  })
  clearBlock(block)
  return true
}

const pause = (recording: Recording, reason: string): void => {
  recording.dropped += recording.block.entries
  clearBlock(recording.block)
  recording.pausedAtMs = recording.clock()
  recording.note(`The recording of the paper account has stopped: ${reason}.`)
}

/** Writes what was recorded within the last second, begins a segment when it is time, and resumes after a loss. */
const beat = (recording: Recording): void => {
  const { writer, clock, block } = recording
  const nowMs = clock()
  if (recording.pausedAtMs !== null) return resume(recording, nowMs)
  if (writer.fault !== null) return pause(recording, writer.fault)
  if (block.entries > 0 && !seal(recording)) return
  const ageMs = nowMs - recording.segmentAtMs
  if (writer.bytes < SEGMENT_BYTES && ageMs < SEGMENT_MS && ageMs >= 0) return
  begin(recording, false)
  recording.requestBooks()
}

const resume = (recording: Recording, nowMs: Instant): void => {
  if (recording.waiting > 0 || Math.abs(nowMs - (recording.pausedAtMs ?? 0)) < RESUME_MS) return
  recording.pausedAtMs = null
  recording.note(`The recording of the paper account resumes; ${recording.dropped} entries were dropped.`)
  begin(recording, true)
  recording.requestBooks()
}

/** Returns whether an event can affect an order of the account. */
const isRecorded = ({ marked }: Recording, event: MarketEvent): boolean => {
  switch (event.kind) {
    case 'markPrice':
      marked.add(event.markPrice.symbol)
      return true
    case 'quote':
      return !marked.has(event.quote.symbol)
    case 'stream':
    case 'funding':
    case 'trade':
    case 'bookSnapshot':
    case 'bookDelta':
    case 'bookLost':
      return true
    case 'instrument':
    case 'history':
    case 'repair':
    case 'minute':
    case 'liquidation':
    case 'liquidationStream':
      return false
    default:
      return assertNever(event)
  }
}
