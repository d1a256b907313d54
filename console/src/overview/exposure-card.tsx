import { Age } from '../figures/age.tsx'
import { formatExact, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { REPORT } from '../live/freshness.ts'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import type { Reported } from './report.ts'

/** Card with gross exposure, leverage, and counts of positions and orders that need attention. */
export const ExposureCard = ({ report }: Reported) => {
  const exposure = report?.data?.exposure
  return (
    <Card title="Exposure" age={report && <Age at={report.generatedAt} allowed={REPORT} />}>
      <Figures
        of={{
          'Gross, USDT': formatUsdt(exposure?.gross),
          'Effective leverage': exposure?.effectiveLeverage ? `${formatExact(exposure.effectiveLeverage)}×` : UNKNOWN,
          'Open positions': exposure?.openPositions ?? UNKNOWN,
          'Without a verified stop': <Wanted count={exposure?.unprotectedPositions} />,
          'Orders of unknown outcome': <Wanted count={exposure?.outcomeUnknownOrders} />,
          'External orders': <Wanted count={exposure?.externalOrders} />,
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
