import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Age } from '../figures/age.tsx'
import { useServerNow } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Choice } from '../ui/choice.tsx'
import { Problem } from '../ui/problem.tsx'
import { EquityView } from './equity-view.tsx'

/** Card with equity and drawdown over the last days, loaded from the API and continued by the live balance. */
export const EquityCard = () => {
  const { client, live } = useSignedIn()
  const [days, setDays] = useState<Days>('1')
  const rangeMs = Number(days) * DAY_MS
  const isTimeKnown = useServerNow((now) => now !== undefined)
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['equity', days],
    enabled: isTimeKnown,
    queryFn: async ({ signal }) => {
      const from = String(Math.floor((live.clock.now() ?? 0) - rangeMs))
      const query = { series: 'equity', from, points: POINTS } as const
      return (await client.rest.GET('/api/v381/account/portfolio', { params: { query }, signal })).data
    },
  })
  return (
    <Card title={t('Equity and drawdown, USDT')} age={data && <Age at={data.asOf} />} wide>
      <div className="grid grid-cols-1 gap-3">
        <div className="flex flex-wrap items-end gap-3">
          <Choice label={t('Range')} value={days} choices={RANGES} onChoose={setDays} />
          <button type="button" className="quiet-button" disabled={isFetching} onClick={() => void refetch()}>
            {isFetching ? t('Loading…') : t('Reload')}
          </button>
        </div>
        {error && <Problem title={t('Loading failed')} error={error} />}
        {!data && !error && <p className="text-muted">{t('Loading…')}</p>}
        {data && <EquityView key={data.asOf} portfolio={data} span={RANGES[days]} spacingMs={rangeMs / POINTS} />}
      </div>
    </Card>
  )
}

const DAY_MS = 86_400_000
const RANGES = { 1: t('1 day'), 7: t('7 days'), 30: t('30 days') } as const
const POINTS = 480

type Days = `${keyof typeof RANGES}`
