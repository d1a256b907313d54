import { Age } from '../figures/age.tsx'
import { formatPercent, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { withinMs } from '../live/freshness.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { useDayResult } from '../shell/use-day-result.ts'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import type { Reported } from './report.ts'

/** Card with equity, profit and loss, available balance, drawdown and margin ratio of the account. */
export const MoneyCard = ({ report }: Reported) => {
  const balance = useChannel('account.balance')?.data
  const day = useDayResult()
  const ratio = balance?.marginRatio ?? null
  const source = balance?.source
  return (
    <Card title={t('Balance, USDT')} age={source && <Age at={source.observedAt} allowed={withinMs(source.maxAgeMs)} />}>
      <Figures
        of={{
          [t('Equity')]: formatUsdt(balance?.equity),
          [t('Net PnL today')]: <ProfitLoss value={day?.net} {...(day && { note: formatPercent(day.percent) })} />,
          [t('Unrealised PnL')]: <ProfitLoss value={balance?.unrealizedPnl} />,
          [t('Available')]: formatUsdt(balance?.availableBalance),
          [t('Drawdown')]: formatPercent(report?.data?.money?.drawdownPct),
          [t('Margin ratio')]: formatPercent(ratio === null ? null : ratio * 100),
        }}
      />
    </Card>
  )
}
