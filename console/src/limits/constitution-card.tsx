/** Cards about the constitution, the risk limits set on the host: its origin, and how to change a limit. */

import type { components } from '@plimsoll/client'
import { useState } from 'react'
import { Link } from 'wouter'
import { EventTime } from '../figures/event-time.tsx'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { Verdict } from '../monitor/verdict.tsx'
import { Card } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { Command } from '../ui/command.tsx'
import { Figures } from '../ui/figures.tsx'
import { printSetting } from './limit-rows.ts'
import { nameLimit } from './names.ts'

/** Card with the origin of the limits: file, hash, last change, and whether they are in effect. */
export const ConstitutionCard = ({ limits }: { readonly limits: RiskLimits | undefined }) => {
  const report = useChannel('monitor.runtime-constitution-truth')?.data
  const change = report?.data?.changes[0]
  if (!limits) return <Loading title={t('Constitution')} />
  const { hash, source, fileHash, loadedAt } = limits.constitution
  return (
    <Card title={t('Constitution')}>
      <Figures
        of={{
          [t('Set by')]:
            source === 'HOST_FILE' ? t('the host, in a file') : t('built-in defaults; there is no file on the host'),
          [t('Hash')]: <code className="font-mono text-sm font-normal">{hash}</code>,
          ...(fileHash !== null && {
            [t('Hash of the file')]: <code className="font-mono text-sm font-normal">{fileHash}</code>,
          }),
          [t('Read at start')]: <EventTime at={loadedAt} />,
          [t('Last change')]: change ? <EventTime at={change.at} /> : t('none in the recorded runs'),
          ...(change && {
            [t('Previous hash')]: <code className="font-mono text-sm font-normal">{change.fromHash}</code>,
          }),
          [t('Daily loss, drawdown, consecutive losses')]: limits.appliesToManual
            ? t('also apply to manual orders')
            : t('apply to autotrading only (looser than the default)'),
          ...(report && {
            [t('In force')]: (
              <Link href="/monitor#runtime-constitution-truth" className="text-accent underline">
                <Verdict verdict={report.verdict} severity={report.severity} />
              </Link>
            ),
          }),
        }}
      />
      <p className="mt-3 text-sm text-muted">
        {t(
          'Anyone who can write files on the host can set the limits. The server records when it was started, not who changed them.',
        )}
      </p>
    </Card>
  )
}

type RiskLimits = components['schemas']['RiskLimits']

const Loading = ({ title }: { readonly title: string }) => (
  <Card title={title}>
    <p className="min-h-40 text-muted">{t('Loading…')}</p>
  </Card>
)

/** Card with the steps to change a limit on the host; the API cannot change it. */
export const ChangeCard = ({ limits }: { readonly limits: RiskLimits | undefined }) => {
  const [path, setPath] = useState('limits.maxDayLossPct')
  if (!limits) return <Loading title={t('Change a limit')} />
  const chosen = limits.limits.find((limit) => limit.path === path)
  return (
    <Card title={t('Change a limit')}>
      <div className="grid gap-3">
        <p>
          {t(
            'Limits can be changed only on the host, with a restart. They cannot be loosened from the console or through the API.',
          )}
        </p>
        <Choice
          label={t('Limit')}
          value={path}
          choices={Object.fromEntries(limits.limits.map((limit) => [limit.path, nameLimit(limit)]))}
          onChoose={setPath}
        />
        <ol className="grid list-decimal gap-3 pl-5">
          <li>
            <p className="mb-1">
              {t('Enter the new value in the file; values that are not in it keep their defaults.')}
            </p>
            {chosen && <Command label={t('setting')}>{printSetting(chosen)}</Command>}
          </li>
          <li>
            <p className="mb-1">{t('Check the file. The running server does not read it yet.')}</p>
            <Command label={t('command that checks the file')}>
              plimsoll doctor --constitution constitution.json
            </Command>
          </li>
          <li>
            <p className="mb-1">
              {t('Restart with the new file. Positions remain protected by their stops at the exchange.')}
            </p>
            <Command label={t('command that starts the server with the file')}>
              plimsoll start --constitution constitution.json
            </Command>
          </li>
        </ol>
      </div>
    </Card>
  )
}
