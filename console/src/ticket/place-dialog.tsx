import { EXECUTIONS } from '../figures/executions.ts'
import { useChannel } from '../live/use-live.ts'
import { t } from '../messages/messages.ts'
import { ActionDialog } from '../ui/action-dialog.tsx'
import { blockedBy } from './blocked-by.ts'
import { describeAction } from './describe-order.ts'
import type { Steps } from './faults.ts'
import { OrderOutlook } from './order-outlook.tsx'
import type { OrderRequest } from './ticket-values.ts'
import type { Previewed } from './use-preview.ts'

/** Confirmation with the order's figures, before it is placed. */
export const PlaceDialog = ({
  request,
  steps,
  previewed,
  blockedReason,
  isRepeated,
  onPlace,
  onClose,
}: PlaceDialogProps) => {
  const execution = useChannel('autotrading.status')?.data.exchange.execution
  const { preview, error } = previewed
  const act = describeAction({ ...request, instrument: steps })
  return (
    <ActionDialog
      title={`${act}?`}
      act={act}
      look={`side-button ${request.side === 'BUY' ? 'bg-buy' : 'bg-sell'}`}
      isDisabled={
        blockedReason !== undefined || (!preview && !error) || (!isRepeated && blockedBy(preview) !== undefined)
      }
      onAct={onPlace}
      onClose={onClose}
    >
      {execution && (
        <p
          className={execution === 'LIVE' ? 'font-bold text-bad' : 'font-semibold'}
        >{`${execution}: ${EXECUTIONS[execution].stake}.`}</p>
      )}
      <OrderOutlook of={previewed} />
      {isRepeated && (
        <p>{t('The previous request got no response. Sending it again does not place the order twice.')}</p>
      )}
      {blockedReason !== undefined && <p className="font-semibold text-warn">! {blockedReason}</p>}
    </ActionDialog>
  )
}

interface PlaceDialogProps {
  readonly request: OrderRequest
  readonly steps: Steps | undefined
  readonly previewed: Previewed
  readonly blockedReason: string | undefined
  /** True when it was sent before without an answer. */
  readonly isRepeated: boolean
  readonly onPlace: () => Promise<void>
  readonly onClose: () => void
}
