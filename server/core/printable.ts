/** Makes external text safe to print: as one line, as JSON, or as several lines of a terminal. */

/**
 * Returns external text as one printable line: characters that would control a terminal, reorder text or end the line
 * are escaped (`\u001b`, `\u{e0041}`).
 */
export const printable = (text: string): string => text.replace(UNPRINTABLE, escaped)

/** Control, format (bidirectional overrides, zero-width, tags), line and paragraph separators, lone surrogates. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Returns whether `printable` would change nothing. */
export const isPrintable = (text: string): boolean => text.search(UNPRINTABLE) === -1

const escaped = (character: string): string => {
  const code = (character.codePointAt(0) ?? 0).toString(16)
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, '0')}`
}

/** Returns JSON as one line of printable characters, whatever strings it contains; parses back to the same value. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(UNPRINTABLE, (character) => [...codeUnits(character)].map(unitEscaped).join(''))

function* codeUnits(character: string): Generator<number> {
  for (let index = 0; index < character.length; index++) yield character.charCodeAt(index)
}

const unitEscaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`

const ESCAPE = '\u001b'

/** Colours and line clearing, which this program itself writes, and line ends. */
const OWN = new RegExp(`${ESCAPE}\\[[0-9;]*m|\\r${ESCAPE}\\[K|\\n`, 'g')

/** Returns several lines for a terminal; only control sequences that this program itself writes are preserved. */
export const printableLines = (text: string): string => {
  const own = text.match(OWN) ?? []
  return text
    .split(OWN)
    .map((part, index) => printable(part) + (own[index] ?? ''))
    .join('')
}
