import type { Side } from './wanted.ts'

const SIDES = ['BUY', 'SELL'] as const
const COLOURS: Readonly<Record<Side, string>> = {
  BUY: 'text-up has-checked:border-up',
  SELL: 'text-down has-checked:border-down',
}

/** Side of the order: two buttons next to each other, readable at a glance. */
export const SideChoice = ({ side, onChoose }: { readonly side: Side; readonly onChoose: (side: Side) => void }) => (
  <fieldset className="grid grid-cols-2 gap-2">
    <legend className="sr-only">Side</legend>
    {SIDES.map((one) => (
      <label
        key={one}
        className={`flex min-h-9 cursor-pointer items-center justify-center gap-2 rounded-md border-2 border-line font-bold has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent ${COLOURS[one]}`}
      >
        <input
          type="radio"
          name="side"
          value={one}
          className="accent-current"
          checked={side === one}
          onChange={() => onChoose(one)}
        />
        {one}
      </label>
    ))}
  </fieldset>
)
