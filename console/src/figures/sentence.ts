/** A piece of a sentence of the server, by what it is. */
interface Piece {
  readonly kind: 'words' | 'code' | 'instant'
  readonly text: string
}

const MARKED = /(`[^`]*`|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/
/** A hyphen before a figure, not one between two. */
const MINUS = /(?<![\w.-])-(?=\d)/g
/** Whole part of an amount: a number with decimals or a unit, and not a port, version or name. */
const WHOLE = /(?<![\w.,:/-])\d{4,}(?=\.\d+(?![\w-]|\.\w)| (?:[A-Z]{2,}|%|ms|bps|bytes)(?!\w))/g
const THREES = /\B(?=(?:\d{3})+$)/g

/**
 * Splits a sentence into the parts with their own formatting: commands in backticks, instants, and negative numbers.
 */
export const splitSentence = (sentence: string): readonly Piece[] => sentence.split(MARKED).map(toPiece)

/** Every second part is one of the matched separators. */
const toPiece = (part: string, index: number): Piece => {
  if (index % 2 === 0)
    return { kind: 'words', text: part.replace(MINUS, '−').replace(WHOLE, (digits) => digits.replace(THREES, ',')) }
  return part.startsWith('`') ? { kind: 'code', text: part.slice(1, -1) } : { kind: 'instant', text: part }
}
