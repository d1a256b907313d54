import type { Line, Mark, MarkKind } from '../chart/mark.ts'
import { formatToStep } from '../figures/numbers.ts'

type Part = MarkKind | 'line'
export type VisibleParts = Readonly<Record<Part, boolean>>

export const EVERYTHING: VisibleParts = { signal: true, fill: true, blocked: true, line: true }

const PARTS: readonly {
  readonly part: Part
  readonly shape: string
  readonly colour: string
  readonly name: string
}[] = [
  { part: 'signal', shape: '▲▼', colour: 'text-accent', name: 'signals' },
  { part: 'fill', shape: '●', colour: 'text-ink', name: 'fills' },
  { part: 'blocked', shape: '■', colour: 'text-warn', name: 'blocked' },
  { part: 'line', shape: '┄', colour: 'text-ink', name: 'position and orders' },
]

interface Legend {
  readonly visible: VisibleParts
  readonly marks: readonly Mark[]
  readonly lines: readonly Line[]
  readonly tickSize: string
  readonly onChange: (visible: VisibleParts) => void
}

/**
 * Returns whether a line protects a position. The scale follows the candles, so such a line may lie outside it and
 * is listed too.
 */
const isProtection = ({ kind }: Line): boolean => kind === 'stop' || kind === 'target'

/** Legend: meaning, count and visibility of the shapes. */
export const ChartLegend = ({ visible, marks, lines, tickSize, onChange }: Legend) => {
  const countPart = (part: Part): number =>
    part === 'line' ? lines.length : marks.filter(({ kind }) => kind === part).length
  return (
    <fieldset className="mb-1 flex flex-wrap gap-x-4">
      <legend className="sr-only">Shown on the chart</legend>
      {PARTS.map(({ part, shape, colour, name }) => (
        <label key={part} className="flex min-h-8 items-center gap-1.5 text-sm whitespace-nowrap">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={visible[part]}
            onChange={({ target }) => onChange({ ...visible, [part]: target.checked })}
          />
          <span aria-hidden="true" className={colour}>
            {shape}
          </span>
          {name}: {countPart(part)}
        </label>
      ))}
      {lines.filter(isProtection).map(({ id, word, price }) => (
        <span key={id} className="flex min-h-8 items-center text-sm whitespace-nowrap">
          {word} {formatToStep(price, tickSize)}
        </span>
      ))}
    </fieldset>
  )
}
