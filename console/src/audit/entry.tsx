import type { components } from '@plimsoll/client'
import { type ReactNode, useState } from 'react'
import { formatInstantMs, type Zone } from '../figures/instants.ts'
import { UNKNOWN } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { t } from '../messages/messages.ts'
import { usePreference } from '../preferences/preferences.ts'
import { useOrderResult } from './order-results.ts'

/** Row of the audit log for one entry, which expands to all its details. */
export const Entry = ({ entry }: { readonly entry: AuditEntry }) => {
  const { at, actor, action, target, outcome, after } = entry
  const [zone] = usePreference('zone')
  const [isOpen, setOpen] = useState(false)
  const result = useOrderResult(entry, isOpen)
  return (
    <details className="px-3 py-1.5 text-sm" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 lg:grid-cols-[11.5rem_6rem_12rem_minmax(0,1fr)_minmax(0,1fr)_auto]">
        <time dateTime={at} className="whitespace-nowrap text-muted max-lg:order-3">
          {formatInstantMs(Date.parse(at), zone)}
        </time>
        <span className="[overflow-wrap:anywhere] max-lg:order-4 max-lg:text-right">
          {actor.username ?? actor.type}
        </span>
        <strong className="[overflow-wrap:anywhere] max-lg:order-1">{action}</strong>
        <span className="min-w-0 [overflow-wrap:anywhere] max-lg:order-5 max-lg:col-span-full">{target}</span>
        <span className="min-w-0 text-muted [overflow-wrap:anywhere] max-lg:order-6 max-lg:col-span-full">
          {after !== null && <Prose>{after}</Prose>}
          {result && <Result of={result} />}
        </span>
        <span className="text-right max-lg:order-2">{result?.outcome ?? outcome}</span>
      </summary>
      <dl className="mt-3 grid gap-x-4 border-t border-line pt-3 [overflow-wrap:anywhere] sm:grid-cols-[9rem_1fr]">
        {Object.entries({ ...entryDetails(entry), ...(result && resultDetails(result, zone)) }).map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="max-sm:mb-2">{value ?? UNKNOWN}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}

/** Result of the order of an entry, in its row: `filled 0.010 of 0.010`, with the reason of a rejection. */
const Result = ({ of: { after, reason } }: { readonly of: AuditEntry }) => (
  <span className="block text-ink">
    <Prose>{[after, reason].filter((text) => text !== null).join(': ')}</Prose>
  </span>
)

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

const resultDetails = ({ at, outcome, after, reason, seq, hash }: AuditEntry, zone: Zone) => ({
  [t('Result')]: [outcome, after, reason].filter((text) => text !== null).join(', '),
  [t('Result recorded')]: formatInstantMs(Date.parse(at), zone),
  [t('Result, sequence')]: seq,
  [t('Result, hash')]: <code>{hash}</code>,
})
