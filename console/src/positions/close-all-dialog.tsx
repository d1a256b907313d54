import { addDecimals } from '../figures/decimal.ts'
import { formatToStep } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { SIDE_COLOURS } from '../figures/side-colours.ts'
import { plural, t } from '../messages/messages.ts'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { Figures } from '../ui/figures.tsx'
import type { Position } from './position-figures.ts'
import { PositionsAge } from './positions-age.tsx'
import { useCloseAll } from './use-close.ts'

/** Confirmation that closes several positions at market. */
export const CloseAllDialog = ({ begun, positions, onClose }: Closing) => {
  const closeAll = useCloseAll()
  const open = positions.filter(({ id }) => begun.some((position) => position.id === id))
  const total = open.map(({ unrealizedPnl }) => unrealizedPnl ?? '0').reduce(addDecimals, '0')
  return (
    <ActionDialog
      title={t('Close {length} positions?', { length: begun.length })}
      act={plural(open.length, 'Close 1 position at market', 'Close {count} positions at market')}
      back={t('Keep positions')}
      isHeld
      age={<PositionsAge positions={open} />}
      ended={open.length === 0 ? t('These positions are closed: no further requests are sent.') : undefined}
      onAct={() => closeAll(open)}
      onClose={onClose}
    >
      <ul className="grid gap-1">
        {open.map(({ id, symbol, direction, qty, instrument, unrealizedPnl, origin, takenOver }) => (
          <li key={id}>
            {symbol} <span className={SIDE_COLOURS[direction]}>{direction}</span>{' '}
            {formatToStep(qty, instrument.lotSize)} <ProfitLoss value={unrealizedPnl} />
            {origin === 'AUTOTRADING' && !takenOver && <span className="text-warn"> {t('held by autotrading')}</span>}
          </li>
        ))}
      </ul>
      <Figures of={{ [t('Estimated PnL before fees')]: <ProfitLoss value={total} /> }} />
      <p className="text-sm text-muted">
        {t(
          'Each order is reduce-only, and each stop remains until its position is flat. Autotrading may open new positions: pause it first.',
        )}
      </p>
    </ActionDialog>
  )
}

interface Closing {
  /** Open positions when the dialog was opened. */
  readonly begun: readonly Position[]
  /** Positions that are open now. */
  readonly positions: readonly Position[]
  readonly onClose: () => void
}
