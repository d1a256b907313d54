import { Age } from '../figures/age.tsx'
import { formatPercent, formatReading } from '../figures/numbers.ts'
import { Prose } from '../figures/prose.tsx'
import { useChannel } from '../live/use-live.ts'
import { Card } from '../ui/card.tsx'

/** Card with the gates that currently block entries of autotrading, with their readings and limits. */
export const BlockersCard = () => {
  const status = useChannel('autotrading.status')?.data
  return (
    <Card title="Entry blockers" age={status && <Age at={status.asOf} />} wide>
      {status?.topBlockers.length === 0 && <p className="text-muted">No blockers.</p>}
      <ul className="grid gap-3">
        {status?.topBlockers.map(({ gateId, code, message, observed, limit, unit, since, share }) => (
          <li key={`${gateId} ${code}`}>
            <p>
              <Prose>{message}</Prose>
            </p>
            <p className="text-sm text-muted">
              {gateId} {code}
              {observed !== null && ` · observed ${formatReading(observed)} ${unit}`}
              {limit !== null && ` · limit ${formatReading(limit)} ${unit}`}
              {share !== null && ` · ${formatPercent(share * 100)} of blocked candidates in 24 h`} · since{' '}
              <Age at={since} />
            </p>
          </li>
        ))}
      </ul>
    </Card>
  )
}
