/** Displays signed results: profit or loss in USDT, and readings in other units such as R or basis points. */

import { t } from '../messages/messages.ts'
import { DownGlyph, UpGlyph } from '../ui/glyphs.tsx'
import { displayedSign, formatMeasured, formatUsdt, UNKNOWN } from './numbers.ts'

/** Displays a profit or loss in USDT, or the change of another value, coloured by sign. */
export const ProfitLoss = ({ value, note, format = formatUsdt }: Changing) =>
  value === null || value === undefined ? <Unknown /> : <Signed text={format(value)} note={note} />

interface Signing {
  readonly text: string
  readonly note?: string | undefined
}

interface Changing {
  readonly value: string | null | undefined
  readonly note?: string
  /** Format of values that are not in USDT. */
  readonly format?: (value: string) => string
}

const STYLES = {
  1: { Mark: UpGlyph, sign: '+', colour: 'text-up', word: t('up') },
  0: { Mark: undefined, sign: '', colour: 'text-muted', word: t('unchanged') },
  [-1]: { Mark: DownGlyph, sign: '', colour: 'text-down', word: t('down') },
} as const

/** A signed result with sign, arrow and word, so that colour is not the only cue. */
const Signed = ({ text, note }: Signing) => {
  const { Mark, sign, colour, word } = STYLES[displayedSign(text)]
  return (
    <span className={`${colour} whitespace-nowrap`}>
      <span className="sr-only">{word} </span>
      {Mark && <Mark />}
      <span aria-hidden="true">{sign}</span>
      {text}
      {note !== undefined && <span className="ml-1 font-normal">({note})</span>}
    </span>
  )
}

const Unknown = () => <span className="text-muted">{UNKNOWN}</span>

/** Displays a signed number with its unit, such as R or basis points. */
export const SignedReading = ({ value, unit }: { readonly value: number | null; readonly unit: string }) =>
  value === null ? <Unknown /> : <Signed text={formatMeasured(value, unit)} />
