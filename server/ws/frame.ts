/**
 * A message made once for everybody: only the numbers at its beginning differ from client to client. `rest` is its JSON
 * behind them.
 */
export interface SharedMessage {
  readonly rest: Buffer
  /** The frame made last: clients that stand at the same number share it. */
  made: { readonly seq: number; readonly frame: Buffer } | undefined
}

/** `json` is an object; without a number it is sent as it is. */
export const sharedMessage = (json: string): SharedMessage => ({ rest: Buffer.from(json.slice(1)), made: undefined })

/** As it stands in a message that no channel counts. */
export const UNNUMBERED = 0

/** The frame with which `message` is the one of this number for a client. RFC 6455, 5.2: text, whole, unmasked. */
export const frameOf = (message: SharedMessage, seq: number): Buffer => {
  if (message.made?.seq === seq) return message.made.frame
  const head = seq === UNNUMBERED ? '{' : `{"seq":${seq},"prevSeq":${seq - 1},`
  const length = head.length + message.rest.length
  const begin = headerLengthOf(length)
  const frame = Buffer.allocUnsafe(begin + length)
  writeHeader(frame, length)
  frame.write(head, begin, 'latin1')
  message.rest.copy(frame, begin + head.length)
  message.made = { seq, frame }
  return frame
}

const FINAL_TEXT = 0x81
const SHORT_MAX = 125
const MEDIUM_MAX = 0xffff
const MEDIUM = 126
const LONG = 127

const headerLengthOf = (length: number): number => (length <= SHORT_MAX ? 2 : length <= MEDIUM_MAX ? 4 : 10)

const writeHeader = (frame: Buffer, length: number): void => {
  frame[0] = FINAL_TEXT
  if (length <= SHORT_MAX) frame[1] = length
  else if (length <= MEDIUM_MAX) {
    frame[1] = MEDIUM
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = LONG
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
}

/**
 * Puts frames behind each other, to be written in one go; clients that are written the same share the bytes. One piece is made at a
 * time. Changed in place.
 */
export interface Joiner {
  /** Those of the piece that is made now, and behind them those of the last one, as long as both are the same. */
  readonly frames: Buffer[]
  /** The last piece. */
  joined: Buffer
  isJoined: boolean
  /** Of the piece that is made now. */
  count: number
  bytes: number
}

export const createJoiner = (): Joiner => ({
  frames: [],
  joined: Buffer.alloc(0),
  isJoined: true,
  count: 0,
  bytes: 0,
})

/** Begins a piece; what was added since the last one was taken is none of it. */
export const beginPiece = (joiner: Joiner): void => {
  joiner.count = 0
  joiner.bytes = 0
}

export const addFrame = (joiner: Joiner, frame: Buffer): void => {
  const { frames, count } = joiner
  if (frames[count] !== frame) {
    frames.length = count
    frames.push(frame)
    joiner.isJoined = false
  }
  joiner.count++
  joiner.bytes += frame.length
}

/** The piece that was made. */
export const joinPiece = (joiner: Joiner): Buffer => {
  const { frames, count } = joiner
  if (!joiner.isJoined || frames.length > count) {
    frames.length = count
    joiner.joined = Buffer.concat(frames)
    joiner.isJoined = true
  }
  return joiner.joined
}
