import type { components } from '@plimsoll/client'
import { Link } from 'wouter'
import { Age } from '../figures/age.tsx'
import { formatExact, formatUsdt, UNKNOWN } from '../figures/numbers.ts'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { LIMITS_AGE } from './use-limits.ts'

/** Card with the loss at the stops, by symbol and in total. */
export const OpenRiskCard = ({ limits }: { readonly limits: RiskLimits | undefined }) => {
  const symbols = limits?.openRisk.symbols
  return (
    <Card title={t('Loss at stops')} age={limits && <Age at={limits.asOf} allowed={LIMITS_AGE} />} wide>
      <Table
        label={t('Loss at stops')}
        columns={COLUMNS}
        rows={symbols}
        rowKey={({ symbol }) => symbol}
        empty={t('No open positions, and no orders that could open one.')}
      />
      {limits && symbols && symbols.length > 0 && <Totals limits={limits} />}
      <p className="mt-3 text-sm text-muted">
        {rich(
          'Includes fees and the slippage assumed by the constitution; a price gap can cost more. The gates compare the loss with all open orders filled to the limits. Move stops on <link>Positions and orders</link>.',
          {
            link: (text) => (
              <Link href="/positions" className="text-accent underline">
                {text}
              </Link>
            ),
          },
        )}
      </p>
    </Card>
  )
}

type RiskLimits = components['schemas']['RiskLimits']
type SymbolRisk = components['schemas']['SymbolRisk']

const Totals = ({ limits: { openRisk } }: { readonly limits: RiskLimits }) => (
  <div className="mt-3 border-t border-line pt-3">
    <Figures
      isHorizontal
      of={{
        [t('All positions, from mark')]: `${formatUsdt(openRisk.lossFromMark)} USDT`,
        [t('All symbols, open orders filled')]: `${formatUsdt(openRisk.worstLoss)} USDT`,
      }}
    />
  </div>
)

const nameRisk = ({ symbol, direction }: SymbolRisk): string =>
  `${symbol} ${direction === null ? t('orders only') : direction.toLowerCase()}`

/** Formats a loss; a negative loss is a profit that the stop secures. */
const formatLoss = (loss: string | null): string => {
  if (loss === null) return UNKNOWN
  return loss.startsWith('-') ? t('{loss} gain', { loss: formatUsdt(loss.slice(1)) }) : formatUsdt(loss)
}

const COLUMNS: readonly [Column<SymbolRisk>, ...Column<SymbolRisk>[]] = [
  { name: t('Symbol'), align: 'left', cell: nameRisk },
  { name: t('Stop'), cell: ({ stop }) => formatExact(stop) },
  { name: t('Loss from entry, USDT'), cell: ({ lossAtStop }) => formatLoss(lossAtStop) },
  { name: t('Loss from mark, USDT'), cell: ({ lossFromMark }) => formatLoss(lossFromMark) },
  { name: t('Including open orders, USDT'), cell: ({ worstLoss }) => formatLoss(worstLoss) },
  { name: t('Exposure, USDT'), cell: ({ exposure }) => formatUsdt(exposure) },
]
