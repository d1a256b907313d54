import { type ReactNode, useMemo, useState } from 'react'
import type { Line, LineDraft, LineMoves } from '../chart/mark.ts'
import { useChannel, useOpenPositions, useOrders } from '../live/use-live.ts'
import { AmendDialog } from '../positions/order-dialogs.tsx'
import type { Order } from '../positions/orders.ts'
import { usePositionAction } from '../positions/position-actions.tsx'
import { usePriceAlerts } from '../price-alerts/use-price-alerts.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { alertLine, buildLines, entryLine, movableLines, movableOrderLines, requestedProtection } from './lines.ts'

/**
 * Returns the account's price lines and price alerts of an instrument. Users who may trade can move stop, target and
 * open orders; a move takes effect only when confirmed in the dialog of the position or the order.
 */
export const useLines = (symbol: string): AccountLines => {
  const { user } = useSignedIn()
  const canMove = isVisible('MoveProtection', user.roles)
  const canAmend = isVisible('AmendOrder', user.roles)
  const positions = useOpenPositions()
  const orders = useOrders()
  const [draft, setDraft] = useState<LineDraft>()
  const action = usePositionAction(positions, () => setDraft(undefined))
  const [amending, setAmending] = useState<{ readonly order: Order; readonly price: string }>()
  const position = positions?.find((open) => open.symbol === symbol)
  const alerts = usePriceAlerts()
  const lines = useMemo(() => {
    const isHere = (item: { readonly symbol: string }): boolean => item.symbol === symbol
    return [...buildLines(position, orders?.filter(isHere) ?? []), ...alerts.filter(isHere).map(alertLine)]
  }, [position, orders, alerts, symbol])
  const markPrice = useChannel(`market.ticker:${symbol}`)?.data.markPrice ?? null
  const movable = useMemo(
    () => [
      ...(position && canMove ? movableLines(position, lines) : []),
      ...(canAmend ? movableOrderLines(orders ?? [], lines, markPrice) : []),
    ],
    [position, orders, canMove, canAmend, lines, markPrice],
  )
  const fixed = useMemo(() => (position ? entryLine(position, lines) : []), [position, lines])
  const isConfirming = action.dialog !== undefined || amending !== undefined
  const moves = {
    lines: movable,
    fixed,
    draft,
    onDraft: (next: LineDraft | undefined): void => {
      if (!isConfirming) setDraft(next)
    },
    onChoose: (chosen: LineDraft): void => {
      const line = movable.find(({ id }) => id === chosen.id)
      const order = orders?.find(({ orderId }) => orderId === chosen.id)
      if (!line || !(order ?? position)) return
      setDraft(chosen)
      if (order) return setAmending({ order, price: chosen.price })
      if (!position) return
      action.open({ what: 'protect', position, requested: requestedProtection(line.kind, chosen.price) })
    },
  }
  const moveTo = (kind: 'stop' | 'target', price: string): void => {
    if (position) action.open({ what: 'protect', position, requested: requestedProtection(kind, price) })
  }
  const endAmending = (): void => {
    setAmending(undefined)
    setDraft(undefined)
  }
  const dialog = amending ? <AmendDialog {...amending} onClose={endAmending} /> : action.dialog
  return { lines, moves, held: canMove ? position?.direction : undefined, moveTo, dialog }
}

export interface AccountLines {
  readonly lines: readonly Line[]
  readonly moves: LineMoves
  /** Direction of the position with a movable stop and target. */
  readonly held: 'LONG' | 'SHORT' | undefined
  /** Opens the confirmation that moves the stop or the target of the position to a price. */
  readonly moveTo: (kind: 'stop' | 'target', price: string) => void
  /** Dialog that confirms a move, while one is in progress. */
  readonly dialog: ReactNode
}
