import { type ReactNode, useId, useState } from 'react'
import { CrossGlyph } from '../ui/glyphs.tsx'
import { InsetField } from './inset-field.tsx'
import type { NumberName } from './ticket-values.ts'

/** Number input with label and unit inside, and its validation error below. */
export const NumberField = ({ name, label, unit, value, onWrite, fault, isFaultVisible, hint, children }: Writing) => {
  const id = useId()
  const [isEntered, setEntered] = useState(false)
  const visibleFault = isFaultVisible || (value !== '' && !isEntered) ? fault : undefined
  return (
    <div className="grid grid-cols-1 gap-1">
      <InsetField htmlFor={id} label={label} isInvalid={visibleFault !== undefined}>
        <input
          id={id}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          className="w-0 min-w-0 grow self-stretch bg-transparent text-right outline-none"
          value={value}
          aria-label={`${label}, ${unit}`}
          placeholder={hint}
          aria-invalid={visibleFault !== undefined}
          aria-describedby={visibleFault === undefined ? undefined : `${id}-fault`}
          onChange={({ target }) => onWrite(target.value.trim())}
          onFocus={() => setEntered(true)}
          onBlur={() => setEntered(false)}
        />
        {children ?? (
          <span aria-hidden="true" className="text-sm text-muted">
            {unit}
          </span>
        )}
      </InsetField>
      {visibleFault !== undefined && (
        <p id={`${id}-fault`} className="text-sm text-bad">
          <CrossGlyph />
          {label} {visibleFault}.
        </p>
      )}
    </div>
  )
}

interface Writing {
  readonly name: NumberName
  readonly label: string
  readonly unit: string
  readonly value: string
  readonly onWrite: (text: string) => void
  /** Input error; `isFaultVisible` shows it before the field loses focus. */
  readonly fault: string | undefined
  readonly isFaultVisible: boolean
  readonly hint?: string | undefined
  /** Content after the input in place of the unit, such as a choice of units. */
  readonly children?: ReactNode
}
