import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { plural, t } from '../messages/messages.ts'
import { Field } from '../ui/field.tsx'
import { COUNTS, NAME_MAX, withSaved } from './chart-layout.ts'
import { useChartLayout, useSavedLayouts } from './use-chart-layout.ts'

/** Menu of chart layouts: chooses the number of charts, and saves, applies and deletes layouts by name. */
export const LayoutMenu = () => {
  const [layout, choose] = useChartLayout()
  const [saved, store] = useSavedLayouts()
  const [name, setName] = useState('')
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (name.trim() === '') return
    store(withSaved(saved, { ...layout, name: name.trim() }))
    setName('')
  }
  return (
    <div className="grid gap-3">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups form fields */}
      <div role="group" aria-label={t('Charts')} className="grid grid-cols-3 gap-1">
        {COUNTS.map((count) => (
          <button
            key={count}
            type="button"
            aria-pressed={layout.count === count}
            className="tool-button border border-line aria-pressed:border-accent"
            onClick={() => choose({ ...layout, count })}
          >
            {plural(count, '1 chart', '{count} charts')}
          </button>
        ))}
      </div>
      {saved.length > 0 && (
        <ul aria-label={t('Saved layouts')} className="grid border-t border-line pt-2">
          {saved.map((one) => (
            <li key={one.name} className="flex items-center gap-1">
              <button
                type="button"
                className="min-h-8 min-w-0 grow truncate rounded px-1 text-left hover:bg-hover"
                onClick={() => choose({ count: one.count, others: one.others })}
              >
                {one.name} <span className="text-sm text-muted">{plural(one.count, '1 chart', '{count} charts')}</span>
              </button>
              <button
                type="button"
                aria-label={t('Delete the layout {name}', { name: one.name })}
                className="tool-button"
                onClick={() => store(saved.filter((other) => other.name !== one.name))}
              >
                <X aria-hidden="true" className="size-4" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="grid gap-2 border-t border-line pt-2" onSubmit={save}>
        <Field label={t('Name')} maxLength={NAME_MAX} value={name} onChange={({ target }) => setName(target.value)} />
        <button type="submit" className="quiet-button" disabled={name.trim() === ''}>
          {t('Save this layout')}
        </button>
      </form>
      <p className="text-sm text-muted">{t('Layouts are stored in this browser.')}</p>
    </div>
  )
}
