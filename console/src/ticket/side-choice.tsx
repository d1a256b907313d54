import { t } from '../messages/messages.ts'
import type { Side } from './ticket-values.ts'

/** Choice of the order side: two adjacent buttons with the current prices. */
export const SideChoice = ({ side, onChoose, prices }: Choosing) => (
  <fieldset className="grid grid-cols-2 gap-2">
    <legend className="sr-only">{t('Side')}</legend>
    {SIDES.map((one) => (
      <label
        key={one}
        className={`relative flex min-h-11 cursor-pointer flex-col items-center justify-center rounded-md border border-line leading-tight font-bold has-checked:text-white has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${COLOURS[one]}`}
      >
        <input
          type="radio"
          name="side"
          value={one}
          className="absolute inset-0 cursor-pointer opacity-0"
          checked={side === one}
          onChange={() => onChoose(one)}
        />
        {one}
        <span className="text-xs font-medium">{prices[one]}</span>
      </label>
    ))}
  </fieldset>
)

const SIDES = ['BUY', 'SELL'] as const
const COLOURS: Readonly<Record<Side, string>> = {
  BUY: 'text-up has-checked:border-transparent has-checked:bg-buy',
  SELL: 'text-down has-checked:border-transparent has-checked:bg-sell',
}

interface Choosing {
  readonly side: Side
  readonly onChoose: (side: Side) => void
  /** Current best price for an order of each side. */
  readonly prices: Readonly<Record<Side, string>>
}
