import { addDecimals } from '../figures/decimal.ts'
import { formatToStep } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { blockedBy } from '../ticket/blocked-by.ts'
import { useBlockedReason } from '../ticket/blocked-reason.ts'
import { OrderOutlook } from '../ticket/order-outlook.tsx'
import { usePreview } from '../ticket/use-preview.ts'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { Figures } from '../ui/figures.tsx'
import { HeldByAutotrading } from './held-by-autotrading.tsx'
import type { Position } from './position-figures.ts'
import { PositionsAge } from './positions-age.tsx'
import { openingOrder, useReverse } from './use-reverse.ts'

/** Dialog that closes a position and opens the same size the other way, with a preview of both together. */
export const ReverseDialog = ({ position, ended, onClose }: ReverseDialogProps) => {
  const { symbol, direction, qty, instrument, markPrice, unrealizedPnl } = position
  const { isClosed, unresolved, reverse } = useReverse(position)
  const previewed = usePreview(isClosed ? undefined : openingOrder(position, addDecimals(qty, qty)))
  const blockedReason = useBlockedReason(symbol, false) ?? unresolved
  const { preview, error } = previewed
  const isReady = isClosed || ((preview || error) && blockedBy(preview) === undefined)
  const size = formatToStep(qty, instrument.lotSize)
  return (
    <ActionDialog
      title={t('Reverse {symbol} {direction}?', { symbol, direction })}
      act={t('Reverse to {direction} {size} {symbol} at market', {
        direction: direction === 'LONG' ? 'SHORT' : 'LONG',
        size,
        symbol,
      })}
      back={t('Keep position')}
      isHeld
      isDisabled={!isReady || blockedReason !== undefined}
      age={<PositionsAge positions={[position]} />}
      ended={isClosed ? undefined : ended}
      onAct={reverse}
      onClose={onClose}
    >
      <HeldByAutotrading position={position}>
        {t('reversing it cancels its planned exit, and the new position is under manual control.')}
      </HeldByAutotrading>
      <Figures
        of={{
          [t('Quantity')]: size,
          [t('Mark price')]: formatToStep(markPrice, instrument.tickSize),
          [t('Estimated PnL before fees')]: <ProfitLoss value={unrealizedPnl} />,
        }}
      />
      <p>
        {t(
          'The position is closed first, by a reduce-only order. Once it is flat, an order of the same size opens the other side with the default stop. If a check blocks that order, the account stays flat.',
        )}
      </p>
      {isClosed ? (
        <p className="font-semibold">{t('The position is closed. Sending again opens the other side, once only.')}</p>
      ) : (
        <>
          <p className="text-sm text-muted">{t('Both steps together, as one order of twice the size:')}</p>
          <OrderOutlook of={previewed} />
        </>
      )}
      {blockedReason !== undefined && <p className="font-semibold text-warn">! {blockedReason}</p>}
    </ActionDialog>
  )
}

interface ReverseDialogProps {
  /** Current version of the position. */
  readonly position: Position
  readonly ended: string | undefined
  readonly onClose: () => void
}
