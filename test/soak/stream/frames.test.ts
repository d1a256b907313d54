import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFrame, sharedMessage, UNNUMBERED } from '../../../server/ws/frame.ts'
import { createFrameReader } from './frames.ts'

const PING = Buffer.from([0x89, 0])

it('reads the beginning of every text message, wherever the bytes are split', () => {
  const messages = [
    '{"a":1}',
    `{"b":"${'x'.repeat(120)}"}`,
    `{"c":"${'y'.repeat(300)}"}`,
    `{"d":"${'z'.repeat(70_000)}"}`,
  ]
  const bytes = Buffer.concat(messages.flatMap((text) => [createFrame(sharedMessage(text), UNNUMBERED).bytes, PING]))
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 900 }), { maxLength: 40 }), (cuts) => {
      const heads: string[] = []
      const read = createFrameReader((head) => heads.push(head))
      const ends = [0, ...cuts.toSorted((one, other) => one - other), bytes.length]
      for (const [place, end] of ends.entries()) read(bytes.subarray(ends[place - 1] ?? 0, end))
      expect(heads).toEqual(messages.map((text) => text.slice(0, 160)))
    }),
  )
})
