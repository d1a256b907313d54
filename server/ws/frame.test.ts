import { describe, expect, it } from 'vitest'
import { addFrame, beginPiece, createJoiner, frameOf, joinPiece, sharedMessage, UNNUMBERED } from './frame.ts'

/** The text of a frame of RFC 6455, 5.2, that must be whole and unmasked. */
const textOf = (frame: Buffer): string => {
  expect(frame[0]).toBe(0x81)
  const short = frame.readUInt8(1)
  const [begin, length] =
    short < 126 ? [2, short] : short === 126 ? [4, frame.readUInt16BE(2)] : [10, Number(frame.readBigUInt64BE(2))]
  expect(frame.length).toBe(begin + length)
  return frame.toString('utf8', begin)
}

describe('a frame', () => {
  it.each([1, 40, 41, 42, 100, 65_400, 65_480, 65_500, 200_000])('with %i letters of data is whole', (length) => {
    const data = 'ü'.repeat(length)
    const message = sharedMessage(JSON.stringify({ data }))
    expect(JSON.parse(textOf(frameOf(message, 1)))).toEqual({ seq: 1, prevSeq: 0, data })
    expect(JSON.parse(textOf(frameOf(message, 1_234_567)))).toEqual({ seq: 1_234_567, prevSeq: 1_234_566, data })
    expect(JSON.parse(textOf(frameOf(message, UNNUMBERED)))).toEqual({ data })
  })

  it('is made once for all who stand at the same number', () => {
    const message = sharedMessage('{"a":1}')
    const frame = frameOf(message, 7)
    expect(frameOf(message, 7)).toBe(frame)
    expect(frameOf(message, 8)).not.toBe(frame)
  })
})

describe('frames joined to a piece', () => {
  const joiner = createJoiner()
  const [a, b, c] = ['a', 'bb', 'ccc'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer]
  const pieceOf = (...frames: readonly Buffer[]): Buffer => {
    beginPiece(joiner)
    for (const frame of frames) addFrame(joiner, frame)
    expect(joiner.bytes).toBe(Buffer.concat(frames).length)
    return joinPiece(joiner)
  }

  it.each([[[a, b]], [[a]], [[a, b, c]], [[b, a]], [[c]], [[]], [[a, c]]])('are those that were added', (frames) => {
    expect(pieceOf(...frames)).toEqual(Buffer.concat(frames))
  })

  it('are the same bytes for all that are written the same', () => {
    expect(pieceOf(a, b)).toBe(pieceOf(a, b))
  })

  it('are none of a piece that was given up', () => {
    beginPiece(joiner)
    addFrame(joiner, c)
    expect(String(pieceOf(a, b))).toBe('abb')
  })
})
