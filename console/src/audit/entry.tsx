import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { formatInstantMs } from '../figures/instants.ts'
import { UNKNOWN } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'

/** Row of the audit log for one entry, which expands to all its details. */
export const Entry = ({ entry }: { readonly entry: AuditEntry }) => {
  const { at, actor, action, target, outcome, after } = entry
  const [zone] = usePreference('zone')
  return (
    <details className="px-3 py-1.5 text-sm">
      <summary className="flex flex-wrap items-baseline gap-x-4 lg:grid lg:grid-cols-[11.5rem_6rem_12rem_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <time dateTime={at} className="whitespace-nowrap text-muted">
          {formatInstantMs(Date.parse(at), zone)}
        </time>
        <span className="min-w-16 [overflow-wrap:anywhere]">{actor.username ?? actor.type}</span>
        <strong className="[overflow-wrap:anywhere]">{action}</strong>
        <span className="min-w-0 grow [overflow-wrap:anywhere]">{target}</span>
        <span className="min-w-0 text-muted [overflow-wrap:anywhere] max-lg:order-last max-lg:basis-full">
          {after !== null && <Prose>{after}</Prose>}
        </span>
        <span>{outcome}</span>
      </summary>
      <dl className="mt-3 grid gap-x-4 border-t border-line pt-3 [overflow-wrap:anywhere] sm:grid-cols-[9rem_1fr]">
        {Object.entries(entryDetails(entry)).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="max-sm:mb-2">{value ?? UNKNOWN}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

type AuditEntry = components['schemas']['AuditEntry']

const entryDetails = (entry: AuditEntry): Readonly<Record<string, ReactNode>> => ({
  [t('Reason')]: entry.reason,
  [t('Before')]: entry.before,
  [t('After')]: entry.after,
  [t('Actor ID')]: entry.actor.sub,
  [t('Session')]: entry.actor.sid,
  [t('Address')]: entry.actor.ip,
  [t('Request ID')]: entry.requestId,
  [t('Audit ID')]: entry.auditId,
  [t('Sequence, run')]: `${entry.seq}, ${entry.epoch ?? UNKNOWN}`,
  [t('Previous hash')]: <code>{entry.prevHash}</code>,
  [t('Hash')]: <code>{entry.hash}</code>,
})
