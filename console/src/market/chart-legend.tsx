/** Chart legend that toggles events and price lines, and the stored selection. */

import type { ReactNode } from 'react'
import type { Line, Mark, MarkKind } from '../chart/mark.ts'
import { formatToStep } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { useRemembered } from '../preferences/remembered.ts'
import { DashesGlyph, DotGlyph, DownGlyph, SquareGlyph, UpGlyph } from '../ui/glyphs.tsx'
import { Popover } from '../ui/popover.tsx'

/** Menu with the meaning, count and visibility of events and lines. */
export const ChartLegend = (legend: Legend) => (
  <Popover button={t('Events')} look="tool-button ml-1 border-l border-line" title={t('Shown on the chart')}>
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

/** Default visibility: fills, position and orders. Signals and blocked entries would cover the prices. */
const USUAL: VisibleParts = { signal: false, fill: true, blocked: false, line: true }

const PARTS: readonly {
  readonly part: Part
  readonly shape: ReactNode
  readonly colour: string
  readonly label: string
}[] = [
  { part: 'fill', shape: <DotGlyph />, colour: 'text-ink', label: t('Fills') },
  { part: 'line', shape: <DashesGlyph />, colour: 'text-ink', label: t('Position, orders, alerts') },
  {
    part: 'signal',
    shape: (
      <>
        <UpGlyph />
        <DownGlyph />
      </>
    ),
    colour: 'text-accent',
    label: t('Signals'),
  },
  { part: 'blocked', shape: <SquareGlyph />, colour: 'text-warn', label: t('Blocked entries') },
]

const isVisibleParts = (value: unknown): value is VisibleParts =>
  typeof value === 'object' && value !== null && PARTS.every(({ part }) => part in value)

/** Returns the visible parts of the chart, and a setter; the browser stores the selection. */
export const useVisibleParts = () => useRemembered('chart-parts', isVisibleParts, USUAL)

/**
 * Returns whether a line protects a position. Such a line may lie outside the visible prices, so the legend lists it
 * too.
 */
const isProtection = ({ kind }: Line): boolean => kind === 'stop' || kind === 'target'

const Parts = ({ visible, marks, lines, tickSize, onChange }: Legend) => {
  const countPart = (part: Part): number =>
    part === 'line' ? lines.length : marks.filter(({ kind }) => kind === part).length
  return (
    <fieldset className="grid">
      <legend className="sr-only">{t('Shown on the chart')}</legend>
      {PARTS.map(({ part, shape, colour, label }) => (
        <label key={part} className="flex min-h-8 items-center gap-2 whitespace-nowrap">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={visible[part]}
            onChange={({ target }) => onChange({ ...visible, [part]: target.checked })}
          />
          <span className={`w-6 text-center whitespace-nowrap ${colour}`}>{shape}</span>
          {label}: {countPart(part)}
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
