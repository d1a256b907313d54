import { type ReactNode, useId, useState } from 'react'
import { CrossGlyph } from '../ui/glyphs.tsx'
import type { NumberName } from './ticket-values.ts'

/** Number input with its validation error below. */
export const NumberField = ({ name, label, value, onWrite, fault, isFaultVisible, hint, children }: Writing) => {
  const id = useId()
  const [isEntered, setEntered] = useState(false)
  const visibleFault = isFaultVisible || (value !== '' && !isEntered) ? fault : undefined
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="flex items-end">
        <label htmlFor={id} className="grow text-sm text-muted">
          {label}
        </label>
        {children}
      </div>
      <input
        id={id}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        className={`filling text-right ${visibleFault === undefined ? '' : 'border-bad'}`}
        value={value}
        placeholder={hint}
        aria-invalid={visibleFault !== undefined}
        aria-describedby={visibleFault === undefined ? undefined : `${id}-fault`}
        onChange={({ target }) => onWrite(target.value.trim())}
        onFocus={() => setEntered(true)}
        onBlur={() => setEntered(false)}
      />
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
  readonly value: string
  readonly onWrite: (text: string) => void
  /** Input error; `isFaultVisible` shows it before the field loses focus. */
  readonly fault: string | undefined
  readonly isFaultVisible: boolean
  readonly hint: string | undefined
  /** Content next to the label, such as a button that fills in a value. */
  readonly children?: ReactNode
}
