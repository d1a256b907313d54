import { ShieldCheck } from 'lucide-react'
import { formatExact, formatSigned, formatToStep, formatUsdt, UNKNOWN, withPercent } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { SIDE_COLOURS } from '../figures/side-colours.ts'
import { useOpenPositions } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { type Column, Table } from '../ui/table.tsx'
import { PositionActions, usePositionAction } from './position-actions.tsx'
import { type Position, percentFrom, resultPercent, riskMultiple } from './position-figures.ts'

/** Table of open positions for the dock of the market screen, one line each, with their actions. */
export const DockedPositions = () => {
  const { user } = useSignedIn()
  const positions = useOpenPositions()
  const { dialog, open } = usePositionAction(positions)
  const canAct = isVisible('ClosePosition', user.roles)
  const actions: Column<Position> = {
    name: t('Action'),
    isPinned: true,
    cell: (position) => (
      <span className="flex justify-end gap-1">
        <PositionActions position={position} onAction={open} />
      </span>
    ),
  }
  const [symbol, ...rest] = COLUMNS
  return (
    <div className="flex h-full flex-col">
      <Table
        label={t('Open positions')}
        columns={canAct ? [symbol, ...rest, actions] : COLUMNS}
        rows={positions}
        rowKey={({ id }) => id}
        empty={t('No open positions.')}
        look="fills"
      />
      {dialog}
    </div>
  )
}

interface Protecting {
  readonly position: Position
  readonly leg: 'stopLoss' | 'takeProfit'
}

const toPrice = (text: string | null | undefined, { instrument }: Position): string =>
  formatToStep(text, instrument.tickSize)

const COLUMNS: readonly [Column<Position>, ...Column<Position>[]] = [
  {
    name: t('Symbol'),
    align: 'left',
    cell: ({ symbol, direction, leverage, ...from }) => (
      <>
        {symbol} <span className={SIDE_COLOURS[direction]}>{direction}</span>{' '}
        <span className="font-normal text-muted">{formatExact(leverage)}×</span>
        <Holder of={from} />
      </>
    ),
  },
  {
    name: t('Size'),
    cell: ({ qty, notional, instrument }) => (
      <span title={`${formatUsdt(notional)} USDT`}>{formatToStep(qty, instrument.lotSize)}</span>
    ),
  },
  { name: t('Entry'), cell: (position) => toPrice(position.entryPrice, position) },
  { name: t('Mark'), cell: (position) => toPrice(position.markPrice, position) },
  {
    name: t('Liq. price'),
    cell: (position) => (position.liquidationPrice === null ? t('none') : toPrice(position.liquidationPrice, position)),
  },
  {
    name: t('PnL, USDT'),
    cell: (position) => (
      <ProfitLoss value={position.unrealizedPnl} note={withPercent(formatSigned(resultPercent(position)))} />
    ),
  },
  {
    name: 'R',
    cell: (position) => {
      const multiple = riskMultiple(position)
      return <span title={t('Unrealised PnL divided by the loss at the current stop')}>{formatSigned(multiple)}</span>
    },
  },
  {
    name: t('Stop'),
    cell: (position) => (
      <>
        <Leg position={position} leg="stopLoss" /> <Protected protection={position.protection} />
      </>
    ),
  },
  { name: t('Target'), cell: (position) => <Leg position={position} leg="takeProfit" /> },
]

/** Strategy that manages the position; nothing beside a manual one. */
const Holder = ({ of: { origin, strategyId, takenOver } }: { readonly of: Held }) =>
  origin === 'AUTOTRADING' && !takenOver ? (
    <span
      title={t('autotrading {strategyId}', { strategyId: strategyId ?? '' })}
      className="ml-1 rounded border border-line px-1 font-normal text-muted"
    >
      {strategyId ?? t('auto')}
    </span>
  ) : null

type Held = Pick<Position, 'origin' | 'strategyId' | 'takenOver'>

/** Icon beside the stop price: whether the stop rests at the exchange for the whole position. */
const Protected = ({ protection: { state, unprotectedSince, coveragePct } }: Pick<Position, 'protection'>) => {
  const name = state.replaceAll('_', ' ')
  if (unprotectedSince !== null)
    return <strong className="text-bad">{t('! {name}, {coveragePct}% covered', { name, coveragePct })}</strong>
  return (
    <span title={t('{name}: at the exchange, {coveragePct}% covered', { name, coveragePct })} className="text-good">
      <ShieldCheck aria-hidden="true" className="inline size-3.5" />
      <span className="sr-only">{name}</span>
    </span>
  )
}

const Leg = ({ position, leg }: Protecting) => {
  const price = position.protection[leg]?.triggerPrice
  if (price === undefined) return UNKNOWN
  return (
    <span
      title={t('{percent}% from the mark price', {
        percent: formatSigned(percentFrom(price, position.markPrice)),
      })}
    >
      {toPrice(price, position)}
    </span>
  )
}
