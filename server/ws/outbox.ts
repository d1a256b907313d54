/**
 * Outgoing queue of one stream client: queues frames, writes what the socket accepts, and disconnects a client that is
 * too slow.
 */

import { type CloseCode, STREAM_LIMITS } from '../../contract/stream/limits.ts'
import { addFrame, beginPiece, createFrame, type Frame, type Joiner, joinPiece } from './frame.ts'
import type { Outbox, OutboxParts, Subscription } from './stream-state.ts'
import { newestMessage } from './topic.ts'

/** Creates the outbox of a client: frames waiting to be sent. */
export const createOutbox = (parts: OutboxParts): Outbox => {
  const outbox: Outbox = { parts, waiting: [], waitingBytes: 0, marked: [], due: false, full: false, closed: false }
  parts.wire.on('drain', () => {
    outbox.full = false
    soon(outbox)
  })
  return outbox
}

/** Maximum bytes passed to a socket in one write; the rest follows when it has accepted them. */
const WRITE_MAX_BYTES = 256 * 1024

/** Queues a frame that must reach the client. A client with too much queued is disconnected. */
export const enqueue = (outbox: Outbox, frame: Frame): void => {
  if (outbox.closed) return
  if (!hasRoom(outbox, frame)) flush(outbox)
  if (!hasRoom(outbox, frame)) return failOutbox(outbox, 4408)
  outbox.waiting.push(frame)
  outbox.waitingBytes += frame.size
  soon(outbox)
}

/** Returns whether the outbox has space; a single frame always fits. */
const hasRoom = ({ waiting, waitingBytes }: Outbox, frame: Frame): boolean =>
  waiting.length === 0 ||
  (waiting.length < STREAM_LIMITS.backlogMessages && waitingBytes + frame.size <= STREAM_LIMITS.backlogBytes)

/** Marks a subscription that has a newer state to send. */
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

/** Writes as much as the socket accepts; the rest remains queued. */
export const flush = (outbox: Outbox): void => {
  const { wire, joiner } = outbox.parts
  outbox.due = false
  if (outbox.closed || outbox.full) return
  beginPiece(joiner)
  takeWaiting(outbox, joiner)
  if (outbox.waiting.length === 0) takeMarked(outbox, joiner)
  if (joiner.count === 0) return
  outbox.full = !wire.write(joinPiece(joiner))
  if (outbox.waiting.length + outbox.marked.length > 0) soon(outbox)
}

/** Closes the outbox: nothing more is written. */
export const closeOutbox = (outbox: Outbox): void => {
  outbox.closed = true
  empty(outbox)
}

const empty = (outbox: Outbox): void => {
  outbox.waiting.length = 0
  outbox.marked.length = 0
  outbox.waitingBytes = 0
}

/** Ends the client of the outbox: pending frames are dropped, and only the close reason is still sent. */
export const failOutbox = (outbox: Outbox, code: CloseCode): void => {
  empty(outbox)
  outbox.parts.onEnd(code)
}

const takeWaiting = (outbox: Outbox, joiner: Joiner): void => {
  let taken = 0
  for (const frame of outbox.waiting) {
    if (joiner.size >= WRITE_MAX_BYTES) break
    taken++
    addFrame(joiner, frame)
  }
  outbox.waitingBytes -= joiner.size
  dropFirst(outbox.waiting, taken)
}

const takeMarked = (outbox: Outbox, joiner: Joiner): void => {
  let taken = 0
  for (const subscription of outbox.marked) {
    if (joiner.size >= WRITE_MAX_BYTES) break
    taken++
    subscription.pending = false
    takeNewest(subscription, outbox.parts)
  }
  dropFirst(outbox.marked, taken)
}

const takeNewest = (subscription: Subscription, { joiner, epoch }: OutboxParts): void => {
  const { topic, ended, sentVersion } = subscription
  const { source, version } = topic
  if (ended || source.delivery !== 'CONFLATE' || sentVersion === version) return
  addFrame(joiner, createFrame(newestMessage(topic, source, { sentVersion, epoch }), ++subscription.seq))
  subscription.sentVersion = version
}

/** Removes the first items in place, so that the list keeps its allocated capacity. */
const dropFirst = (list: unknown[], count: number): void => {
  if (count < list.length) list.splice(0, count)
  else while (list.length > 0) list.pop()
}
