import { useQuery } from '@tanstack/react-query'
import { Age } from '../figures/age.tsx'
import { useServerNow } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Problem } from '../ui/problem.tsx'
import { EquityView } from './equity-view.tsx'
import { beginPeriod, PERIODS, type Period } from './period.ts'

/** Card with equity and drawdown in a period, loaded from the API and continued by the live balance. */
export const EquityCard = ({ period }: { readonly period: Period }) => {
  const { client, live } = useSignedIn()
  const isTimeKnown = useServerNow((now) => now !== undefined)
  const { data, error } = useQuery({
    queryKey: ['equity', period],
    enabled: isTimeKnown,
    queryFn: async ({ signal }) => {
      const from = String(beginPeriod(period, live.clock.now() ?? 0) ?? 0)
      const query = { series: 'equity', from, points: POINTS } as const
      return (await client.rest.GET('/api/v381/account/portfolio', { params: { query }, signal })).data
    },
  })
  return (
    <Card title={t('Equity and drawdown, USDT')} age={data && <Age at={data.asOf} />} wide>
      {error && <Problem title={t('Loading failed')} error={error} />}
      {!data && !error && <p className="min-h-112 text-muted">{t('Loading…')}</p>}
      {data && <EquityView key={data.asOf} portfolio={data} span={PERIODS[period]} points={POINTS} />}
    </Card>
  )
}

const POINTS = 480
