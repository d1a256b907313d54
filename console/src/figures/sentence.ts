/** Splits sentences of the server into plain text, commands and times for display. */

import { formatDigits } from './numbers.ts'
import { SURFACE_LABELS } from './surface-labels.ts'

/** Part of a sentence, and its kind. */
interface Piece {
  readonly kind: 'words' | 'code' | 'instant'
  readonly text: string
}

const MARKED = /(`[^`]*`|\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)/
/** Hyphen used as a minus sign: before a number, not between two numbers. */
const MINUS = /(?<![\w.-])-(?=\d)/g
/** Amount: a number with decimals or a unit, and not a port, version or name. */
const AMOUNT = /(?<![\w.,:/-])(?:\d+\.\d+(?![\w-]|\.\w)|\d{4,}(?=%| (?:[A-Z]{2,}|ms|bps|bytes)(?!\w)))/g

/** Decimals beyond the cents of an amount of at least 100 USDT. */
const FRACTION = /(?<![\w.,])(\d{3,}\.\d\d)\d+(?= USDT(?!\w))/g

/** Name of a monitor surface. */
const SURFACE = new RegExp(`\\b(?:${[...SURFACE_LABELS.keys()].join('|')})\\b`, 'g')

/**
 * Splits a sentence into words, commands (in backticks) and instants; in the words, surfaces get the titles of the health
 * screen, and numbers minus signs and thousands separators.
 */
export const splitSentence = (sentence: string): readonly Piece[] => sentence.split(MARKED).map(toPiece)

/** Converts a part of the split sentence: those at odd indices matched `MARKED`. */
const toPiece = (part: string, index: number): Piece => {
  if (index % 2 === 0)
    return {
      kind: 'words',
      text: part
        .replace(SURFACE, (name) => `“${SURFACE_LABELS.get(name)}”`)
        .replace(FRACTION, '$1')
        .replace(MINUS, '−')
        .replace(AMOUNT, formatDigits),
    }
  return part.startsWith('`') ? { kind: 'code', text: part.slice(1, -1) } : { kind: 'instant', text: part }
}
