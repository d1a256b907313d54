import { describe, expect, it } from 'vitest'
import { frameOf, sharedMessage, UNNUMBERED } from './frame.ts'

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
