import { t } from '../messages/messages.ts'
import { Choice } from './choice.tsx'

/**
 * Filter of a list by one of a few values, or none. A value from a link is added to the choices. It has room for a symbol,
 * so that nothing moves when the choices arrive.
 */
export const ValueFilter = <T extends string>({ label, all = t('All'), value, values, onChoose }: Narrowing<T>) => (
  <Choice
    label={label}
    value={value}
    choices={toChoices(all, value === '' || values.includes(value) ? values : [...values, value])}
    onChoose={onChoose}
    look="quiet-button min-w-26.5 px-1 text-sm font-normal in-[.dense]:min-w-0"
  />
)

interface Narrowing<T extends string> {
  readonly label: string
  /** Label of the choice without a filter. */
  readonly all?: string
  readonly value: T | ''
  readonly values: readonly T[]
  readonly onChoose: (choice: T | '') => void
}

const toChoices = <T extends string>(all: string, values: readonly T[]): Readonly<Record<T | '', string>> =>
  Object.fromEntries([['', all], ...values.map((value) => [value, value])]) as Record<T | '', string>
