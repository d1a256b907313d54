interface Choosing<T extends string> {
  readonly label: string
  readonly value: T
  readonly choices: Readonly<Record<T, string>>
  readonly onChoose: (choice: T) => void
}

/** One of a few, by the browser's own list. */
export const PreferenceSelect = <T extends string>({ label, value, choices, onChoose }: Choosing<T>) => (
  <select
    aria-label={label}
    className="quiet-button px-1 text-sm font-normal"
    value={value}
    onChange={({ target }) => {
      const chosen = keysOf(choices).find((choice) => choice === target.value)
      if (chosen !== undefined) onChoose(chosen)
    }}
  >
    {keysOf(choices).map((choice) => (
      <option key={choice} value={choice}>
        {choices[choice]}
      </option>
    ))}
  </select>
)

const keysOf = <T extends string>(choices: Readonly<Record<T, string>>): T[] => Object.keys(choices) as T[]
