import { Age } from '../figures/age.tsx'
import { formatMeasured, formatPercent } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { REPORT } from '../live/freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Card } from '../ui/card.tsx'

/** Card with the gates that currently block entries of autotrading, with their readings and limits. */
export const BlockersCard = () => {
  const status = useChannel('autotrading.status')?.data
  return (
    <Card title={t('Entry blockers')} age={status && <Age at={status.asOf} allowed={REPORT} />} wide>
      {status?.topBlockers.length === 0 && <p className="text-muted">{t('No blockers.')}</p>}
      <ul className="grid gap-3">
        {status?.topBlockers.map(({ gateId, code, message, observed, limit, unit, since, share }) => (
          <li key={`${gateId} ${code}`}>
            <p className="first-letter:uppercase">
              <Prose>{message}</Prose>
            </p>
            <p className="text-sm text-muted">
              {rich('{gateId} {code}{observed}{limit}{share} · since', {
                gateId,
                code,
                observed:
                  observed !== null && t(' · observed {observed}', { observed: formatMeasured(observed, unit) }),
                limit: limit !== null && t(' · limit {limit}', { limit: formatMeasured(limit, unit) }),
                share:
                  share !== null &&
                  t(' · {share} of blocked candidates in 24 h', { share: formatPercent(share * 100) }),
              })}{' '}
              <Age at={since} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
