import { formatPercent, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { Figures } from '../ui/figures.tsx'

/** Margin of the account, at the end of the ticket. */
export const AccountMargin = () => {
  const balance = useChannel('account.balance')?.data
  const ratio = balance?.marginRatio ?? null
  return (
    <section aria-label={t('Account')} className="mt-auto pt-4 text-xs">
      <div className="-mx-3 border-t border-line px-3 pt-3">
        <h3 className="mb-1.5 text-sm font-semibold">{t('Account')}</h3>
        <Figures
          of={{
            [t('Margin ratio')]: formatPercent(ratio === null ? null : ratio * 100),
            [t('Maintenance margin, USDT')]: formatUsdt(balance?.maintenanceMargin),
            [t('Margin balance, USDT')]: formatUsdt(balance?.equity),
            [t('Available, USDT')]: formatUsdt(balance?.availableBalance),
            [t('Unrealised PnL, USDT')]: <ProfitLoss value={balance?.unrealizedPnl} />,
          }}
        />
      </div>
    </section>
  )
}
