/** Bytes of a message that contain its numbers and channel. */
const HEAD_BYTES = 160
const TEXT_FRAME = 0x81

/**
 * Returns a function that takes the bytes that a server sends, in pieces of any size, and calls `onText` with the
 * beginning of each text message.
 */
export const createFrameReader = (onText: (head: string) => void): ((chunk: Buffer) => void) => {
  let rest: Buffer = Buffer.alloc(0)
  return (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    for (let frame = findFrame(bytes, at); frame !== undefined; frame = findFrame(bytes, at)) {
      if (bytes[at] === TEXT_FRAME)
        onText(bytes.toString('latin1', frame.start, Math.min(frame.end, frame.start + HEAD_BYTES)))
      at = frame.end
    }
    rest = bytes.subarray(at)
  }
}

/** Returns the position of the payload of the frame at `at`; undefined while the frame is incomplete. */
const findFrame = (bytes: Buffer, at: number): { readonly start: number; readonly end: number } | undefined => {
  if (bytes.length < at + 2) return undefined
  const short = bytes.readUInt8(at + 1)
  const lengthBytes = short < 126 ? 0 : short === 126 ? 2 : 8
  const start = at + 2 + lengthBytes
  if (bytes.length < start) return undefined
  const length =
    lengthBytes === 0 ? short : bytes.readUIntBE(start - Math.min(lengthBytes, 6), Math.min(lengthBytes, 6))
  return bytes.length < start + length ? undefined : { start, end: start + length }
}
