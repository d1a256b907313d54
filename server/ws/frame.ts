/** WebSocket frames shared between clients: creates each message once, and joins frames into one write. */

/**
 * A message created once for all clients: only the numbers at its beginning differ between clients. `rest` is the JSON
 * that follows them.
 */
export interface SharedMessage {
  readonly rest: Buffer
  /** Last frame created: clients at the same number share it. */
  made: Frame | undefined
}

/** A message with its sequence number for a client, as sent. */
export interface Frame {
  readonly seq: number
  readonly bytes: Buffer
  /** Length in bytes; stored because reading it from a buffer is slow compared with the rest of the work per client. */
  readonly size: number
}

/** Creates a shared message from the JSON of an object. */
export const sharedMessage = (json: string): SharedMessage => ({ rest: Buffer.from(json.slice(1)), made: undefined })

/** Sequence number of messages that no channel counts. */
export const UNNUMBERED = 0

/** Builds the frame of `message` with a sequence number. RFC 6455, 5.2: text, complete, unmasked. */
export const createFrame = (message: SharedMessage, seq: number): Frame => {
  if (message.made?.seq === seq) return message.made
  const head = seq === UNNUMBERED ? '{' : `{"seq":${seq},"prevSeq":${seq - 1},`
  const length = head.length + message.rest.length
  const begin = headerLength(length)
  const size = begin + length
  const bytes = Buffer.allocUnsafe(size)
  writeHeader(bytes, length)
  bytes.write(head, begin, 'latin1')
  message.rest.copy(bytes, begin + head.length)
  message.made = { seq, bytes, size }
  return message.made
}

const FINAL_TEXT = 0x81
const SHORT_MAX = 125
const MEDIUM_MAX = 0xffff
const MEDIUM = 126
const LONG = 127

const headerLength = (length: number): number => (length <= SHORT_MAX ? 2 : length <= MEDIUM_MAX ? 4 : 10)

const writeHeader = (bytes: Buffer, length: number): void => {
  bytes[0] = FINAL_TEXT
  if (length <= SHORT_MAX) bytes[1] = length
  else if (length <= MEDIUM_MAX) {
    bytes[1] = MEDIUM
    bytes.writeUInt16BE(length, 2)
  } else {
    bytes[1] = LONG
    bytes.writeBigUInt64BE(BigInt(length), 2)
  }
}

/**
 * Concatenates frames to be written at once; clients with the same frames share the bytes. One piece is built at a
 * time. Changed in place.
 */
export interface Joiner {
  /** Frames of the current piece, followed by those of the previous one, as long as both are equal. */
  readonly frames: Frame[]
  /** The last piece. */
  joined: Buffer
  isJoined: boolean
  /** Number of frames in the current piece. */
  count: number
  size: number
}

export const createJoiner = (): Joiner => ({
  frames: [],
  joined: Buffer.alloc(0),
  isJoined: true,
  count: 0,
  size: 0,
})

/** Begins a new piece; frames added since the last one was taken are dropped. */
export const beginPiece = (joiner: Joiner): void => {
  joiner.count = 0
  joiner.size = 0
}

export const addFrame = (joiner: Joiner, frame: Frame): void => {
  const { frames, count } = joiner
  if (frames[count] !== frame) {
    frames.length = count
    frames.push(frame)
    joiner.isJoined = false
  }
  joiner.count++
  joiner.size += frame.size
}

/** Returns the finished piece. */
export const joinPiece = (joiner: Joiner): Buffer => {
  const { frames, count } = joiner
  if (!joiner.isJoined || frames.length > count) {
    frames.length = count
    joiner.joined = Buffer.concat(frames.map(({ bytes }) => bytes))
    joiner.isJoined = true
  }
  return joiner.joined
}
