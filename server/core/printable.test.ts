import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPrintable, printable, printableJson, printableLines } from './printable.ts'

const ATTACK = 'x\u001b[2J\u001b]0;owned\u0007\r\nState        RUNNING\u202e\u2028\u200b\u{e0041}\u009b1m'

describe('printable', () => {
  it('returns one line of visible characters when given escape sequences, line ends and reordering characters', () => {
    expect(printable(ATTACK)).toBe(
      'x\\u001b[2J\\u001b]0;owned\\u0007\\u000d\\u000aState        RUNNING\\u202e\\u2028\\u200b\\u{e0041}\\u009b1m',
    )
  })

  it.each(['', 'the feed looks wrong: "ø"', 'قف الآن', '停止 🛑', 'a\\u001b is written out'])(
    'returns %s unchanged',
    (text) => {
      expect([printable(text), isPrintable(text)]).toEqual([text, true])
    },
  )

  it('returns printable text for any input', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => isPrintable(printable(text))))
  })
})

describe('printableJson', () => {
  it('returns one printable line that reads back as the same value', () => {
    const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(ATTACK))
    fc.assert(
      fc.property(texts, (text) => {
        const line = printableJson({ [text]: [text] })
        expect(isPrintable(line)).toBe(true)
        expect(JSON.parse(line)).toEqual({ [text]: [text] })
      }),
    )
  })
})

describe('printableLines', () => {
  it('retains line ends, colours and the clearing of a line, and escapes everything else', () => {
    expect(printableLines('\u001b[1mPlimsoll\u001b[22m\n\r\u001b[K3 s\u001b[2J\u001b]0;t\u0007\r\u202e')).toBe(
      '\u001b[1mPlimsoll\u001b[22m\n\r\u001b[K3 s\\u001b[2J\\u001b]0;t\\u0007\\u000d\\u202e',
    )
  })
})
