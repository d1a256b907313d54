import { formatReading, UNKNOWN } from '../figures/numbers.ts'
import { useChannel, useOpenPositions } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { useAutotradingConfig } from '../rest/use-autotrading-config.ts'
import { Figures } from '../ui/figures.tsx'
import { Popover } from '../ui/popover.tsx'

/** Margin mode and leverage of an instrument, with an explanation on request: only the host can change them. */
export const Leverage = ({ symbol }: { readonly symbol: string }) => {
  const effective = useAutotradingConfig().data?.effective
  const position = useOpenPositions()?.find((one) => one.symbol === symbol)
  const most = useChannel(`market.ticker:${symbol}`)?.data.maxLeverage
  const leverage = times(position?.leverage ?? effective?.execution.leverage)
  return (
    <Popover
      button={rich('Cross {leverage}', { leverage: <strong className="text-ink">{leverage}</strong> })}
      name={t('Cross margin, leverage {leverage}', { leverage })}
      look="tool-button border border-line"
      title={t('Leverage')}
    >
      <Figures
        of={{
          [t('Margin mode')]: t('Cross'),
          [t('Leverage')]: leverage,
          [t('Maximum of the instrument')]: times(most),
          [t('Limit on exposure ÷ equity')]: times(effective?.limits.maxLeverage),
        }}
      />
      <p className="mt-2 text-sm text-muted">
        {rich(
          'Leverage sets the margin of a position, not its size or its risk. It applies to all instruments and is set on the host, as {code} in the constitution file.',
          { code: <code>execution.leverage</code> },
        )}
      </p>
    </Popover>
  )
}

const times = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? `${formatReading(value)}×` : UNKNOWN
