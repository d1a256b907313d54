import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { Prose } from '../figures/prose.tsx'
import { SURFACE_LABELS } from '../figures/surface-labels.ts'
import { REPORT } from '../live/freshness.ts'
import { t } from '../messages/messages.ts'
import { Verdict } from '../monitor/verdict.tsx'
import { Card } from '../ui/card.tsx'
import type { Reported } from './report.ts'

/** Card with the verdict of the monitor, the action required of the operator, and the open findings. */
export const VerdictCard = ({ report }: Reported) => {
  if (!report) {
    return (
      <Card title={t('Action required')}>
        <p className={`${ROOM} text-muted`}>{t('Loading monitor…')}</p>
      </Card>
    )
  }
  const { verdict, severity, summary, generatedAt, data } = report
  const action = data?.nextAction
  return (
    <Card title={t('Action required')} age={<Age at={generatedAt} allowed={REPORT} />}>
      <div className={ROOM}>
        <p className="text-2xl">
          <Verdict verdict={verdict} severity={severity} />
        </p>
        <p className="mt-1 max-w-prose">
          <Prose>{summary}</Prose>
        </p>
        {action && action.code !== 'NOTHING' && (
          <p className="mt-3 max-w-prose border-l-4 border-accent pl-3">
            <strong>{PLACES[action.where]}:</strong> <Prose>{action.text}</Prose>
          </p>
        )}
        {data && data.worst.length > 0 && (
          <div className="mt-3">
            <h3 className="text-sm text-muted">{t('Open findings')}</h3>
            <ul className="flex flex-wrap gap-x-4">
              {withoutDecision(data.worst).map((worst) => (
                <li key={worst.surface}>
                  <Link href={`/monitor#${worst.surface}`} className="text-accent underline">
                    {SURFACE_LABELS.get(worst.surface) ?? worst.surface}
                  </Link>{' '}
                  {worst.verdict.replaceAll('_', ' ')}
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </Card>
  )
}

/** Leaves out the go-live decision where the readiness report, which has the same verdict, is listed as well. */
const withoutDecision = <Finding extends { readonly surface: string }>(worst: readonly Finding[]) =>
  worst.some(({ surface }) => surface === 'go-live-readiness-snapshot')
    ? worst.filter(({ surface }) => surface !== 'live-readiness-decision-packet')
    : worst

const PLACES = {
  API: t('Here'),
  HOST_CLI: t('On the host'),
  EXCHANGE: t('At the exchange'),
  NONE: t('Next'),
} as const

/** Minimum height from the first render, so that loading shifts no content. */
const ROOM = 'min-h-44 max-sm:min-h-56'
