import { useState } from 'react'
import { t } from '../messages/messages.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { CancelDialog } from './order-dialogs.tsx'
import { isCancellable, type Order } from './orders.ts'

/** Button that cancels all orders but stops and targets, after confirmation; absent for fewer than two such orders. */
export const CancelAll = ({ orders = [] }: { readonly orders: readonly Order[] | undefined }) => {
  const { user } = useSignedIn()
  const [begun, setBegun] = useState<readonly Order[]>()
  const cancellable = orders.filter(isCancellable)
  if (!isVisible('CancelOrder', user.roles)) return null
  return (
    <>
      {cancellable.length > 1 && (
        <button type="button" className="quiet-button text-sm" onClick={() => setBegun(cancellable)}>
          {t('Cancel all except stops and targets ({length})', { length: cancellable.length })}
        </button>
      )}
      {begun && <CancelDialog orders={begun} onClose={() => setBegun(undefined)} />}
    </>
  )
}
