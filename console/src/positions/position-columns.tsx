/** Columns of position tables. */

import { formatExact, formatSigned, formatToStep, formatUsdt, UNKNOWN, withPercent } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { SIDE_COLOURS } from '../figures/side-colours.ts'
import { t } from '../messages/messages.ts'
import { Stacked } from '../ui/stacked.tsx'
import type { Column } from '../ui/table.tsx'
import { type Position, percentFrom, resultPercent, riskMultiple } from './position-figures.ts'
import { ProtectionState } from './protection-state.tsx'

/** Column with symbol, direction and leverage. */
export const NAME: PositionColumn = {
  name: t('Position'),
  align: 'left',
  cell: ({ symbol, direction, leverage, marginMode }) => (
    <Stacked note={`${formatExact(leverage)}× ${marginMode.toLowerCase()}`}>
      {symbol} <span className={SIDE_COLOURS[direction]}>{direction}</span>
    </Stacked>
  ),
}

type PositionColumn = Column<Position>

export const RESULT: PositionColumn = {
  name: t('PnL, USDT'),
  cell: (position) => (
    <Stacked note={<ResultNote position={position} />}>
      <ProfitLoss value={position.unrealizedPnl} />
    </Stacked>
  ),
}

export const SIZE: PositionColumn = {
  name: t('Quantity, USDT'),
  cell: ({ qty, instrument, notional }) => (
    <Stacked note={formatUsdt(notional)}>{formatToStep(qty, instrument.lotSize)}</Stacked>
  ),
}

export const PRICES: PositionColumn = {
  name: t('Mark, entry'),
  cell: ({ markPrice, entryPrice, instrument: { tickSize } }) => (
    <Stacked note={formatToStep(entryPrice, tickSize)}>{formatToStep(markPrice, tickSize)}</Stacked>
  ),
}

export const STOP: PositionColumn = {
  name: t('Stop, % away'),
  cell: ({ protection: { stopLoss }, markPrice, instrument }) => (
    <Leg leg={stopLoss} markPrice={markPrice} tickSize={instrument.tickSize} />
  ),
}

export const PROTECTION: PositionColumn = {
  name: t('Protection'),
  align: 'left',
  isWide: true,
  cell: ({ protection }) => <ProtectionState protection={protection} />,
}

export const TARGET: PositionColumn = {
  name: t('Target, % away'),
  cell: ({ protection: { takeProfit }, markPrice, instrument }) => (
    <Leg leg={takeProfit} markPrice={markPrice} tickSize={instrument.tickSize} />
  ),
}

export const LIQUIDATION: PositionColumn = {
  name: t('Liquidation, % away'),
  cell: ({ liquidationPrice, markPrice, instrument }) =>
    liquidationPrice === null ? (
      <span className="text-muted">{t('none')}</span>
    ) : (
      <Stacked note={withPercent(formatSigned(percentFrom(liquidationPrice, markPrice)))}>
        {formatToStep(liquidationPrice, instrument.tickSize)}
      </Stacked>
    ),
}

const ResultNote = ({ position }: { readonly position: Position }) => {
  const multiple = riskMultiple(position)
  return (
    <>
      {withPercent(formatSigned(resultPercent(position)))}
      {multiple !== undefined && (
        <span title={t('unrealised PnL divided by the loss at the current stop')} className="ml-2">
          {formatSigned(multiple)} R
        </span>
      )}
    </>
  )
}

interface Standing {
  readonly leg: Position['protection']['stopLoss']
  readonly markPrice: string | null
  readonly tickSize: string
}

/** Requested price of a stop or target, and its current price while that differs. */
const Leg = ({ leg, markPrice, tickSize }: Standing) => {
  if (leg === null) return <span className="text-muted">{UNKNOWN}</span>
  const { triggerPrice, standingTriggerPrice } = leg
  const isMoving = standingTriggerPrice !== null && standingTriggerPrice !== triggerPrice
  return (
    <Stacked
      note={
        isMoving ? (
          <span className="text-warn">
            {t('still at {standingTriggerPrice}', {
              standingTriggerPrice: formatToStep(standingTriggerPrice, tickSize),
            })}
          </span>
        ) : (
          withPercent(formatSigned(percentFrom(triggerPrice, markPrice)))
        )
      }
    >
      {formatToStep(triggerPrice, tickSize)}
    </Stacked>
  )
}
