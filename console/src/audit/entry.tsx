import type { components } from '@plimsoll/client'
import type { ReactNode } from 'react'
import { formatInstantMs } from '../figures/instants.ts'
import { UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'

/** Row of the audit log for one entry, which expands to all its details. */
export const Entry = ({ entry }: { readonly entry: AuditEntry }) => {
  const { at, actor, action, target, outcome, after } = entry
  const [zone] = usePreference('zone')
  return (
    <details className="rounded-lg border border-line bg-raised px-4 py-2">
      <summary className="flex flex-wrap items-baseline gap-x-4">
        <time dateTime={at} className="text-sm whitespace-nowrap text-muted">
          {formatInstantMs(Date.parse(at), zone)}
        </time>
        <span className="min-w-16">{actor.username ?? actor.type}</span>
        <strong>{action}</strong>
        <span className="min-w-0 grow [overflow-wrap:anywhere]">{target}</span>
        <span>{outcome}</span>
        {after !== null && <span className="basis-full text-muted [overflow-wrap:anywhere]">{after}</span>}
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
