import { type FormEvent, useId } from 'react'
import { useSearchParams } from 'wouter'
import { t } from '../messages/messages.ts'
import { LEVELS, readLogFilters } from './filters.ts'

/** Filter form of the log: level and text, stored in the URL. */
export const LogFilterForm = () => {
  const [address, go] = useSearchParams()
  const { level, q } = readLogFilters(address)
  const [levelId, textId] = [useId(), useId()]
  const search = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('q')).trim()
    go({ ...(level && { level }), ...(text && { q: text }) })
  }
  return (
    <search className="flex min-w-0 flex-wrap items-end gap-3 max-sm:grow">
      <div>
        <label htmlFor={levelId} className="text-sm text-muted">
          {t('From level')}
        </label>
        <select
          id={levelId}
          value={level ?? ''}
          className="filling"
          onChange={({ target: { value } }) => go({ ...(value && { level: value }), ...(q && { q }) })}
        >
          <option value="">{t('All')}</option>
          {LEVELS.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </div>
      <form key={q} onSubmit={search} className="flex min-w-0 grow items-end gap-2 sm:w-md">
        <div className="min-w-0 grow">
          <label htmlFor={textId} className="text-sm text-muted">
            {t('Text in message or fields')}
          </label>
          <input id={textId} name="q" type="search" maxLength={200} defaultValue={q} className="filling" />
        </div>
        <button type="submit" className="quiet-button">
          {t('Search')}
        </button>
      </form>
    </search>
  )
}
