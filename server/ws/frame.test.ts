import { describe, expect, it } from 'vitest'
import {
  addFrame,
  beginPiece,
  createFrame,
  createJoiner,
  type Frame,
  joinPiece,
  sharedMessage,
  UNNUMBERED,
} from './frame.ts'

/** The text of a frame of RFC 6455, 5.2, that must be whole and unmasked. */
const readText = ({ bytes, size }: Frame): string => {
  expect([bytes[0], bytes.length]).toEqual([0x81, size])
  const short = bytes.readUInt8(1)
  const [begin, length] =
    short < 126 ? [2, short] : short === 126 ? [4, bytes.readUInt16BE(2)] : [10, Number(bytes.readBigUInt64BE(2))]
  expect(size).toBe(begin + length)
  return bytes.toString('utf8', begin)
}

describe('a frame', () => {
  it.each([1, 40, 41, 42, 100, 65_400, 65_480, 65_500, 200_000])('with %i letters of data is complete', (length) => {
    const data = 'ü'.repeat(length)
    const message = sharedMessage(JSON.stringify({ data }))
    expect(JSON.parse(readText(createFrame(message, 1)))).toEqual({ seq: 1, prevSeq: 0, data })
    expect(JSON.parse(readText(createFrame(message, 1_234_567)))).toEqual({ seq: 1_234_567, prevSeq: 1_234_566, data })
    expect(JSON.parse(readText(createFrame(message, UNNUMBERED)))).toEqual({ data })
  })

  it('is created once for all clients at the same number', () => {
    const message = sharedMessage('{"a":1}')
    const frame = createFrame(message, 7)
    expect(createFrame(message, 7)).toBe(frame)
    expect(createFrame(message, 8)).not.toBe(frame)
  })
})

describe('frames joined to a chunk', () => {
  const joiner = createJoiner()
  const [a, b, c] = ['{"a":1}', '{"b":22}', '{"c":333}'].map((json) =>
    createFrame(sharedMessage(json), UNNUMBERED),
  ) as [Frame, Frame, Frame]
  const concatBytes = (frames: readonly Frame[]): Buffer => Buffer.concat(frames.map(({ bytes }) => bytes))
  const joinFrames = (...frames: readonly Frame[]): Buffer => {
    beginPiece(joiner)
    for (const frame of frames) addFrame(joiner, frame)
    expect(joiner.size).toBe(concatBytes(frames).length)
    return joinPiece(joiner)
  }

  it.each([[[a, b]], [[a]], [[a, b, c]], [[b, a]], [[c]], [[]], [[a, c]]])('are those that were added', (frames) => {
    expect(joinFrames(...frames)).toEqual(concatBytes(frames))
  })

  it('have the same bytes for all receivers that get the same', () => {
    expect(joinFrames(a, b)).toBe(joinFrames(a, b))
  })

  it('are none for an abandoned chunk', () => {
    beginPiece(joiner)
    addFrame(joiner, c)
    expect(joinFrames(a, b)).toEqual(concatBytes([a, b]))
  })
})
