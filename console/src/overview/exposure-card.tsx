import { Age } from '../figures/age.tsx'
import { formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { useLimits } from '../limits/use-limits.ts'
import { REPORT } from '../live/freshness.ts'
import { t } from '../messages/messages.ts'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import type { Reported } from './report.ts'

/** Card with gross exposure, leverage, the loss at all stops, and counts of positions and orders that need attention. */
export const ExposureCard = ({ report }: Reported) => {
  const exposure = report?.data?.exposure
  const { data: limits } = useLimits()
  return (
    <Card title={t('Exposure')} age={report && <Age at={report.generatedAt} allowed={REPORT} />}>
      <Figures
        of={{
          [t('Gross, USDT')]: formatUsdt(exposure?.gross),
          [t('Effective leverage')]: exposure?.effectiveLeverage
            ? `${formatUsdt(exposure.effectiveLeverage)}×`
            : UNKNOWN,
          [t('Loss at all stops, USDT')]: formatUsdt(limits?.openRisk.lossFromMark),
          [t('Open positions')]: exposure?.openPositions ?? UNKNOWN,
          [t('Without a verified stop')]: <Wanted count={exposure?.unprotectedPositions} />,
          [t('Orders with unknown outcome')]: <Wanted count={exposure?.outcomeUnknownOrders} />,
          [t('External orders')]: <Wanted count={exposure?.externalOrders} />,
        }}
      />
    </Card>
  )
}

/** A count that should be zero; any other value is highlighted. */
const Wanted = ({ count }: { readonly count: number | undefined }) => {
  if (count === undefined) return UNKNOWN
  return count === 0 ? '0' : <span className="text-bad">! {count}</span>
}
