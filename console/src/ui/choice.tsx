import { useId } from 'react'

/** Labelled native select for a short list of choices. */
export const Choice = <T extends string>({ label, value, choices, onChoose, ...shown }: Choosing<T>) => {
  const { isNamed = true, look = 'quiet-button px-1 text-sm font-normal' } = shown
  const id = useId()
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className={isNamed ? 'text-sm text-muted in-[.dense]:sr-only' : 'sr-only'}>
        {label}
      </label>
      <select
        id={id}
        className={`${look} in-[.dense]:field-sizing-content`}
        value={value}
        onChange={({ target }) => {
          const chosen = listKeys(choices).find((choice) => choice === target.value)
          if (chosen !== undefined) onChoose(chosen)
        }}
      >
        {listKeys(choices).map((choice) => (
          <option key={choice} value={choice}>
            {choices[choice]}
          </option>
        ))}
      </select>
    </div>
  )
}

interface Choosing<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: Readonly<Record<T, string>>
  readonly onChoose: (choice: T) => void
  /** True when the label is visible; otherwise only screen readers read it, for self-explanatory choices. */
  readonly isNamed?: boolean
  /** Classes of the select. */
  readonly look?: string
}

const listKeys = <T extends string>(choices: Readonly<Record<T, string>>): T[] => Object.keys(choices) as T[]
