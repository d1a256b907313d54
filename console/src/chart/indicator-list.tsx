import { t } from '../messages/messages.ts'
import { INDICATORS } from './indicators.ts'

/** Check boxes that select the indicators of the chart, those drawn over the prices first. */
export const IndicatorList = ({ names, onChange }: Picking) => (
  <fieldset className="grid min-w-0 grid-cols-1">
    <legend className="sr-only">{t('Indicators')}</legend>
    {INDICATORS.map(({ name, title, isOverlay }) => (
      <label key={name} className="flex min-h-8 items-center gap-2 rounded px-1 hover:bg-hover">
        <input
          type="checkbox"
          className="size-4 shrink-0 accent-accent"
          checked={names.includes(name)}
          onChange={({ target }) =>
            onChange(target.checked ? [...names, name] : names.filter((other) => other !== name))
          }
        />
        <span className="min-w-0 grow leading-tight">{title}</span>
        <span className="shrink-0 text-2xs text-muted">{isOverlay ? t('overlay') : t('pane')}</span>
      </label>
    ))}
  </fieldset>
)

export interface Picking {
  readonly names: readonly string[]
  readonly onChange: (names: readonly string[]) => void
}
