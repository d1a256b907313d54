import type { Line, Mark, MarkKind } from '../chart/mark.ts'
import { formatToStep } from '../figures/numbers.ts'
import { useRemembered } from '../preferences/remembered.ts'
import { Popover } from '../ui/popover.tsx'

/** Legend: meaning, count and visibility of the shapes. */
export const ChartLegend = (legend: Legend) => (
  <Popover button="Events" look="tool-button ml-1 border-l border-line" title="Shown on the chart">
    <Parts {...legend} />
  </Popover>
)

type Part = MarkKind | 'line'
type VisibleParts = Readonly<Record<Part, boolean>>

interface Legend {
  readonly visible: VisibleParts
  readonly marks: readonly Mark[]
  readonly lines: readonly Line[]
  readonly tickSize: string
  readonly onChange: (visible: VisibleParts) => void
}

/** What is shown at first: what the account has done and holds. Signals and blocked entries would hide the price. */
const USUAL: VisibleParts = { signal: false, fill: true, blocked: false, line: true }

const PARTS: readonly {
  readonly part: Part
  readonly shape: string
  readonly colour: string
  readonly name: string
}[] = [
  { part: 'fill', shape: '●', colour: 'text-ink', name: 'fills' },
  { part: 'line', shape: '┄', colour: 'text-ink', name: 'position, orders, alerts' },
  { part: 'signal', shape: '▲▼', colour: 'text-accent', name: 'signals' },
  { part: 'blocked', shape: '■', colour: 'text-warn', name: 'blocked' },
]

const isVisibleParts = (value: unknown): value is VisibleParts =>
  typeof value === 'object' && value !== null && PARTS.every(({ part }) => part in value)

/** Returns which parts the user wants on the chart. */
export const useVisibleParts = () => useRemembered('chart-parts', isVisibleParts, USUAL)

/**
 * Returns whether a line protects a position. The scale follows the candles, so such a line may lie outside it and
 * is listed too.
 */
const isProtection = ({ kind }: Line): boolean => kind === 'stop' || kind === 'target'

const Parts = ({ visible, marks, lines, tickSize, onChange }: Legend) => {
  const countPart = (part: Part): number =>
    part === 'line' ? lines.length : marks.filter(({ kind }) => kind === part).length
  return (
    <fieldset className="grid">
      <legend className="sr-only">Shown on the chart</legend>
      {PARTS.map(({ part, shape, colour, name }) => (
        <label key={part} className="flex min-h-8 items-center gap-2 whitespace-nowrap">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={visible[part]}
            onChange={({ target }) => onChange({ ...visible, [part]: target.checked })}
          />
          <span aria-hidden="true" className={`w-6 text-center ${colour}`}>
            {shape}
          </span>
          {name}: {countPart(part)}
        </label>
      ))}
      {lines.filter(isProtection).map(({ id, word, price }) => (
        <span key={id} className="flex min-h-6 items-center pl-14 text-muted whitespace-nowrap">
          {word} {formatToStep(price, tickSize)}
        </span>
      ))}
    </fieldset>
  )
}
