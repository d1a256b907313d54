/** Compact text and checkbox fields for dense forms. */

import { type ComponentProps, useId } from 'react'

/** Compact input field for dense forms. */
export const InputField = ({ label, onFill, width = 'w-28', ...input }: Filling) => {
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input
        id={id}
        className={`min-h-(--reach) rounded border border-edge bg-raised px-2 text-sm ${width}`}
        onChange={({ target }) => onFill(target.value)}
        {...input}
      />
    </div>
  )
}

type Filling = Pick<
  ComponentProps<'input'>,
  'type' | 'min' | 'max' | 'step' | 'inputMode' | 'maxLength' | 'placeholder'
> & {
  readonly label: string
  readonly value: string
  readonly onFill: (value: string) => void
  /** Width class. */
  readonly width?: string
}

interface Checking {
  readonly label: string
  readonly isChecked: boolean
  readonly onCheck: (isChecked: boolean) => void
}

/** Option that is on or off. */
export const CheckField = ({ label, isChecked, onCheck }: Checking) => (
  <label className="flex min-h-(--reach) min-w-6 items-center gap-2 text-sm">
    <input
      type="checkbox"
      className="size-4 accent-accent"
      checked={isChecked}
      onChange={({ target }) => onCheck(target.checked)}
    />
    {label}
  </label>
)
