import { type ComponentProps, type FormEvent, useId } from 'react'
import { useSearchParams } from 'wouter'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { type FilterName, formatLocalTime, readFilters, toSearchParams } from './filters.ts'

/** Filter form of the audit log; its values are stored in the URL. */
export const AuditFilters = () => {
  const [address, go] = useSearchParams()
  const [zone] = usePreference('zone')
  const { actorType, from, to, ...words } = readFilters(address)
  const id = useId()
  const applyFilters = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    go(toSearchParams(new FormData(event.currentTarget), zone))
  }
  return (
    <search>
      <details className="mb-4" open={address.size > 0}>
        <summary className="min-h-8 font-semibold">{t('Filter')}</summary>
        <form
          key={`${address} ${zone}`}
          onSubmit={applyFilters}
          className="mb-4 grid gap-3 sm:grid-cols-2 lg:grid-cols-4"
        >
          <div>
            <label htmlFor={id} className="text-sm text-muted">
              {t('Actor type')}
            </label>
            <select id={id} name="actorType" defaultValue={actorType} className="filling">
              <option value="">{t('Any')}</option>
              <option value="USER">{t('USER: a person or program, via the API')}</option>
              <option value="HOST">{t('HOST: command on the host')}</option>
              <option value="ENGINE">{t('ENGINE: the platform itself')}</option>
            </select>
          </div>
          <Line label={t('Actor ID')} name="actor" defaultValue={words.actor} />
          <Line label={t('Action')} name="action" defaultValue={words.action} />
          <Line label={t('Outcome')} name="outcome" defaultValue={words.outcome} />
          <Line label={t('Target')} name="target" defaultValue={words.target} />
          <Line label={t('Request ID')} name="requestId" defaultValue={words.requestId} />
          <Line
            label={t('From, {zone}', { zone: WORDS[zone] })}
            name="from"
            type="datetime-local"
            step="1"
            defaultValue={formatLocalTime(from, zone)}
          />
          <Line
            label={t('Before, {zone}', { zone: WORDS[zone] })}
            name="to"
            type="datetime-local"
            step="1"
            defaultValue={formatLocalTime(to, zone)}
          />
          <div className="flex gap-2">
            <button type="submit" className="act-button">
              {t('Apply')}
            </button>
            <button type="button" className="quiet-button" disabled={address.size === 0} onClick={() => go({})}>
              {t('Show all')}
            </button>
          </div>
        </form>
      </details>
    </search>
  )
}

const WORDS = { UTC: 'UTC', LOCAL: t('local time') } as const

type Filling = Pick<ComponentProps<'input'>, 'type' | 'step' | 'defaultValue'> & {
  readonly name: FilterName
  readonly label: string
}

const Line = ({ label, ...input }: Filling) => {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input id={id} maxLength={200} className="filling" {...input} />
    </div>
  )
}
