import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useSearchParams } from 'wouter'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { Choice } from '../ui/choice.tsx'
import { ValueFilter } from '../ui/value-filter.tsx'
import { ACTIONS } from './actions.ts'
import {
  areEntered,
  type ChosenName,
  type EnteredName,
  enterFilters,
  type FieldFault,
  formatLocalTime,
  PEOPLE,
  readFilters,
} from './filters.ts'

/** Filters of the audit log, stored in the URL; `children` follow the first row. */
export const AuditFilters = ({ children }: { readonly children: ReactNode }) => {
  const [address, go] = useSearchParams()
  const { actorType = PEOPLE, action = '', period = '', ...entered } = readFilters(address)
  const choose = (name: ChosenName, value: string): void =>
    go((before) => {
      const after = new URLSearchParams(before)
      if (value === '' || (name === 'actorType' && value === PEOPLE)) after.delete(name)
      else after.set(name, value)
      return after
    })
  return (
    <search className="mb-4 grid gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <ValueChoice
          label={t('Author')}
          value={actorType}
          choices={AUTHORS}
          onChoose={(to) => choose('actorType', to)}
        />
        <ValueFilter label={t('Action')} value={action} values={ACTIONS} onChoose={(to) => choose('action', to)} />
        <ValueChoice label={t('Period')} value={period} choices={PERIODS} onChoose={(to) => choose('period', to)} />
        <span className="ml-auto max-sm:ml-0">{children}</span>
      </div>
      <details open={areEntered(entered)}>
        <summary className="min-h-6 text-sm text-accent underline">{t('More filters')}</summary>
        <EnteredFilters key={String(address)} />
      </details>
    </search>
  )
}

const AUTHORS: Readonly<Record<string, string>> = {
  [PEOPLE]: t('People and host'),
  USER: t('People and programs'),
  HOST: t('Host commands'),
  ENGINE: t('Engine'),
  'USER,HOST,ENGINE': t('All'),
}

const PERIODS: Readonly<Record<string, string>> = {
  '': t('Any time'),
  '1h': t('Last hour'),
  '24h': t('Last 24 hours'),
  '7d': t('Last 7 days'),
  '30d': t('Last 30 days'),
}

const ValueChoice = ({ value, choices, ...choice }: Choosing) => (
  <Choice
    value={value}
    choices={Object.hasOwn(choices, value) ? choices : { ...choices, [value]: value }}
    {...choice}
  />
)

interface Choosing {
  readonly label: string
  readonly value: string
  readonly choices: Readonly<Record<string, string>>
  readonly onChoose: (value: string) => void
}

/** Filters whose values are entered, and applied together. */
const EnteredFilters = () => {
  const [address, go] = useSearchParams()
  const [zone] = usePreference('zone')
  const [fault, setFault] = useState<FieldFault>()
  const filters = readFilters(address)
  const apply = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const entered = enterFilters(filters, new FormData(event.currentTarget), zone)
    if (typeof entered === 'string') return setFault(entered)
    setFault(undefined)
    go({ ...entered })
  }
  const [from, to] = [t('From, {zone}', { zone: WORDS[zone] }), t('Before, {zone}', { zone: WORDS[zone] })]
  return (
    <form onSubmit={apply} className="mt-2 grid grid-cols-2 items-end gap-3 sm:grid-cols-3 lg:grid-cols-6">
      <Field label={t('Outcome')} name="outcome" text={filters.outcome} />
      <Field label={t('Actor ID')} name="actor" text={filters.actor} />
      <Field label={t('Target')} name="target" text={filters.target} />
      <Field label={t('Request ID')} name="requestId" text={filters.requestId} />
      <Field
        label={from}
        name="from"
        text={formatLocalTime(filters.from, zone)}
        hint={TIME}
        isWrong={fault === 'from'}
      />
      <Field label={to} name="to" text={formatLocalTime(filters.to, zone)} hint={TIME} isWrong={fault === 'to'} />
      <div className="col-span-full flex flex-wrap items-center gap-2">
        <button type="submit" className="act-button">
          {t('Apply')}
        </button>
        <button type="button" className="quiet-button" disabled={address.size === 0} onClick={() => go({})}>
          {t('Reset')}
        </button>
        <p role="status" className="text-sm text-bad">
          {fault && t('Enter a time such as 2026-11-22 08:16.')}
        </p>
      </div>
    </form>
  )
}

const WORDS = { UTC: 'UTC', LOCAL: t('local time') } as const

const TIME = 'YYYY-MM-DD HH:MM'

interface Entering {
  readonly name: EnteredName
  readonly label: string
  readonly text: string | undefined
  /** Format of the value. */
  readonly hint?: string
  readonly isWrong?: boolean
}

const Field = ({ name, label, text, hint, isWrong = false }: Entering) => {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-sm text-muted">
        {label}
      </label>
      <input
        id={id}
        name={name}
        maxLength={200}
        defaultValue={text}
        placeholder={hint}
        aria-invalid={isWrong || undefined}
        className="filling text-sm aria-[invalid]:border-bad"
      />
    </div>
  )
}
