import { type CloseCode, STREAM_LIMITS } from '../../contract/stream/limits.ts'
import { addFrame, beginPiece, frameOf, type Joiner, joinPiece, type SharedMessage, UNNUMBERED } from './frame.ts'
import type { Outbox, OutboxParts, Subscription } from './stream-state.ts'
import { newestOf } from './topic.ts'

/** Bytes given to a socket at once; the rest follows when it has taken them. */
const WRITE_MAX_BYTES = 256 * 1024

export const createOutbox = (parts: OutboxParts): Outbox => {
  const outbox: Outbox = { parts, waiting: [], readers: [], waitingBytes: 0, marked: [], due: false, closed: false }
  parts.wire.on('drain', () => soon(outbox))
  return outbox
}

/** The message has to reach the client. One for whom too much waits already is ended. */
export const enqueue = (outbox: Outbox, message: SharedMessage, subscription?: Subscription): void => {
  if (outbox.closed) return
  if (!hasRoom(outbox, message)) flush(outbox)
  if (!hasRoom(outbox, message)) return failOutbox(outbox, 4408)
  outbox.waiting.push(message)
  outbox.readers.push(subscription)
  outbox.waitingBytes += message.rest.length
  soon(outbox)
}

/** One message always finds room. */
const hasRoom = ({ waiting, waitingBytes }: Outbox, { rest }: SharedMessage): boolean =>
  waiting.length === 0 ||
  (waiting.length < STREAM_LIMITS.backlogMessages && waitingBytes + rest.length <= STREAM_LIMITS.backlogBytes)

/** The subscription has something newer. */
export const mark = (outbox: Outbox, subscription: Subscription): void => {
  if (outbox.closed || subscription.pending) return
  subscription.pending = true
  outbox.marked.push(subscription)
  soon(outbox)
}

const soon = (outbox: Outbox): void => {
  if (outbox.due) return
  outbox.due = true
  outbox.parts.schedule(outbox)
}

/** Writes what the wire takes; the rest waits for it. */
export const flush = (outbox: Outbox): void => {
  const { wire, joiner } = outbox.parts
  outbox.due = false
  if (outbox.closed || wire.destroyed || wire.writableNeedDrain) return
  beginPiece(joiner)
  takeWaiting(outbox, joiner)
  if (outbox.waiting.length === 0) takeMarked(outbox, joiner)
  if (joiner.count === 0) return
  wire.write(joinPiece(joiner))
  if (outbox.waiting.length + outbox.marked.length > 0) soon(outbox)
}

/** Nothing more is written. */
export const closeOutbox = (outbox: Outbox): void => {
  outbox.closed = true
  empty(outbox)
}

const empty = (outbox: Outbox): void => {
  outbox.waiting.length = 0
  outbox.readers.length = 0
  outbox.marked.length = 0
  outbox.waitingBytes = 0
}

/** Ends the client that reads it: what waits is let go, why is all that is still said. */
export const failOutbox = (outbox: Outbox, code: CloseCode): void => {
  empty(outbox)
  outbox.parts.onEnd(code)
}

const takeWaiting = (outbox: Outbox, joiner: Joiner): void => {
  const { waiting, readers } = outbox
  let taken = 0
  for (const message of waiting) {
    if (joiner.bytes >= WRITE_MAX_BYTES) break
    const subscription = readers[taken++]
    outbox.waitingBytes -= message.rest.length
    if (!subscription) addFrame(joiner, frameOf(message, UNNUMBERED))
    else if (!subscription.ended) addFrame(joiner, frameOf(message, ++subscription.seq))
  }
  dropFirst(waiting, taken)
  dropFirst(readers, taken)
}

const takeMarked = (outbox: Outbox, joiner: Joiner): void => {
  let taken = 0
  for (const subscription of outbox.marked) {
    if (joiner.bytes >= WRITE_MAX_BYTES) break
    taken++
    subscription.pending = false
    takeNewest(subscription, outbox.parts)
  }
  dropFirst(outbox.marked, taken)
}

const takeNewest = (subscription: Subscription, { joiner, epoch }: OutboxParts): void => {
  const { topic, ended, seen } = subscription
  const { source, version } = topic
  if (ended || source.delivery !== 'CONFLATE' || seen === version) return
  addFrame(joiner, frameOf(newestOf(topic, source, { seen, epoch }), ++subscription.seq))
  subscription.seen = version
}

/** A list that is emptied keeps its room for the next time. */
const dropFirst = (list: unknown[], count: number): void => {
  if (count === list.length) list.length = 0
  else list.splice(0, count)
}
