import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { Direction } from '../figures/direction.tsx'
import { useOrders } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Problem } from '../ui/problem.tsx'
import { RawJson } from '../ui/raw-json.tsx'
import { formatHeadline, withOrder } from './decision.ts'
import { DecisionDetail } from './decision-detail.tsx'

/** Card with the candidate named in the URL: its result, details and raw data. */
export const RequestedCandidate = ({ candidateId }: { readonly candidateId: string }) => {
  const { client } = useSignedIn()
  const orders = useOrders()
  const { data, error } = useQuery({
    queryKey: ['decision', candidateId],
    queryFn: async ({ signal }) =>
      (await client.rest.GET('/api/autotrading/decisions/{candidateId}', { params: { path: { candidateId } }, signal }))
        .data,
  })
  const decision = data && withOrder(data, orders)
  return (
    <Card title={t('Candidate {candidateId}', { candidateId })} age={data && <Age at={data.at} />} wide>
      <div className="grid grid-cols-1 gap-4">
        {!data && !error && <p className="text-muted">{t('Loading…')}</p>}
        {error && <Problem title={t('Loading failed')} error={error} />}
        {decision && (
          <>
            <p className="text-lg">
              {decision.symbol} <Direction of={decision.direction} /> {decision.timeframe} {decision.strategyId}:{' '}
              <strong>{formatHeadline(decision)}</strong>
            </p>
            <DecisionDetail of={decision} />
            <RawJson of={data} />
          </>
        )}
        <p>
          <Link href="/autotrading" className="text-accent underline">
            {t('Close')}
          </Link>
        </p>
      </div>
    </Card>
  )
}
