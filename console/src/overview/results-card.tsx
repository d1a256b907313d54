import type { components } from '@plimsoll/client'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { EventDay } from '../figures/event-time.tsx'
import { formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { nameStrategy } from '../figures/strategy-names.ts'
import { DAY_MS, MINUTE_MS } from '../figures/time-units.ts'
import { useServerNow } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { usePerformance } from '../performance/use-performance.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import { Problem } from '../ui/problem.tsx'
import { sparklinePath } from '../watchlist/watchlist.ts'
import { rankStrategies, sumLastDays } from './results.ts'

/** Card with the net results of the last days, the equity over 30 days, and the best and worst strategy. */
export const ResultsCard = () => {
  const { data: performance, error } = usePerformance('30')
  const ranked = performance && rankStrategies(performance)
  return (
    <Card
      title={t('Realised PnL, USDT')}
      age={
        <Link href="/performance" className="text-sm text-accent underline">
          {t('Performance')}
        </Link>
      }
    >
      {error && <Problem title={t('Loading failed')} error={error} />}
      <div className="grid gap-3">
        <dl className="grid grid-cols-3 gap-x-4">
          {Object.entries(PERIODS).map(([days, name]) => (
            <div key={days}>
              <dt className="text-sm text-muted">{name}</dt>
              <dd className="text-lg font-semibold">
                <ProfitLoss value={performance && sumLastDays(performance, Number(days))} />
              </dd>
            </div>
          ))}
        </dl>
        <EquityLine />
        <Figures
          of={{
            [t('Best strategy, 30 days')]: <Ranked group={ranked?.best} />,
            [t('Worst strategy, 30 days')]: <Ranked group={ranked?.worst} />,
          }}
        />
      </div>
    </Card>
  )
}

const PERIODS = { 1: t('Today (UTC)'), 7: t('7 days'), 30: t('30 days') } as const

type Group = components['schemas']['Performance']['byStrategy'][number]

const Ranked = ({ group }: { readonly group: Group | undefined }) =>
  group ? (
    <>
      <Link href={`/strategies?strategy=${group.key}`} className="mr-2 font-normal text-accent underline">
        {nameStrategy(group.key ?? '')}
      </Link>
      <ProfitLoss value={group.net} />
    </>
  ) : (
    <ProfitLoss value={undefined} />
  )

/** Equity of the last 30 days as a line, with its first and its last value. */
const EquityLine = () => {
  const { client, live } = useSignedIn()
  const isTimeKnown = useServerNow((now) => now !== undefined)
  const { data } = useQuery({
    queryKey: ['equity-line'],
    enabled: isTimeKnown,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }) => {
      const from = String(Math.floor((live.clock.now() ?? 0) - RANGE_MS))
      const query = { series: 'equity', from, points: POINTS } as const
      return (await client.rest.GET('/api/v381/account/portfolio', { params: { query }, signal })).data.series?.points
    },
  })
  const [first, last] = [data?.[0], data?.at(-1)]
  const line = data?.map(({ at, equity }) => [Date.parse(at), Number(equity)] as const) ?? []
  const path = sparklinePath(line, WIDTH, HEIGHT, Number(last?.equity) * LEAST_RANGE)
  return (
    <div className="grid gap-1">
      <svg
        aria-hidden="true"
        viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
        preserveAspectRatio="none"
        className="h-20 w-full text-accent"
      >
        {path !== '' && <path d={`${path}V${HEIGHT + 2}H0Z`} fill="currentColor" className="opacity-15" />}
        <path d={path} fill="none" stroke="currentColor" strokeWidth={1.5} vectorEffect="non-scaling-stroke" />
      </svg>
      <p className="flex min-h-5 justify-between gap-4 text-sm text-muted">
        {first && last && (
          <>
            <span>
              {t('Equity')} <span className="text-ink">{formatUsdt(first.equity)}</span>, <EventDay at={first.at} />
            </span>
            <span>
              {t('now')} <span className="text-ink">{formatUsdt(last.equity)}</span>
            </span>
          </>
        )}
      </p>
    </div>
  )
}

const RANGE_MS = 30 * DAY_MS
const REFRESH_MS = MINUTE_MS
const POINTS = 120
/** Range of the line as a share of the equity, below which a change looks small. */
const LEAST_RANGE = 0.01
const WIDTH = 600
const HEIGHT = 80
