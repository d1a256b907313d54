import { signOf } from './decimal.ts'
import { formatUsdt, UNKNOWN } from './numbers.ts'

const LOOKS = {
  1: { mark: '▲ +', colour: 'text-up', word: 'up' },
  0: { mark: '', colour: 'text-muted', word: 'unchanged' },
  [-1]: { mark: '▼ ', colour: 'text-down', word: 'down' },
} as const

/** A result in USDT: by sign, arrow and word, never by colour alone. */
export const ProfitLoss = ({ value, note }: { readonly value: string | null | undefined; readonly note?: string }) => {
  if (value === null || value === undefined) return <span className="text-muted">{UNKNOWN}</span>
  const { mark, colour, word } = LOOKS[signOf(value)]
  return (
    <span className={`${colour} whitespace-nowrap`}>
      <span className="sr-only">{word} </span>
      <span aria-hidden="true">{mark}</span>
      {formatUsdt(value)}
      {note !== undefined && <span className="ml-1 font-normal">({note})</span>}
    </span>
  )
}
