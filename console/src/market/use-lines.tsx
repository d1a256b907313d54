import { type ReactNode, useMemo, useState } from 'react'
import type { Line, LineDraft, LineMoves } from '../chart/mark.ts'
import { useOpenPositions, useOrders } from '../live/use-live.ts'
import { usePositionAction } from '../positions/open-positions.tsx'
import { usePriceAlerts } from '../price-alerts/use-price-alerts.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { alertLine, buildLines, movableLines, requestedProtection } from './lines.ts'

/**
 * Returns the account's price lines and price alerts of an instrument. Users who may trade can move stop and target;
 * a move takes effect only when confirmed in the dialog of the position.
 */
export const useLines = (symbol: string): AccountLines => {
  const { user } = useSignedIn()
  const canMove = isVisible('MoveProtection', user.roles)
  const positions = useOpenPositions()
  const orders = useOrders()
  const [draft, setDraft] = useState<LineDraft>()
  const action = usePositionAction(positions, () => setDraft(undefined))
  const position = positions?.find((open) => open.symbol === symbol)
  const alerts = usePriceAlerts()
  const lines = useMemo(() => {
    const isHere = (item: { readonly symbol: string }): boolean => item.symbol === symbol
    return [...buildLines(position, orders?.filter(isHere) ?? []), ...alerts.filter(isHere).map(alertLine)]
  }, [position, orders, alerts, symbol])
  const movable = useMemo(() => (position && canMove ? movableLines(position, lines) : []), [position, canMove, lines])
  const isConfirming = action.dialog !== undefined
  const moves = {
    lines: movable,
    draft,
    onDraft: (next: LineDraft | undefined): void => {
      if (!isConfirming) setDraft(next)
    },
    onChoose: (chosen: LineDraft): void => {
      const line = movable.find(({ id }) => id === chosen.id)
      if (!position || !line) return
      setDraft(chosen)
      action.open({ what: 'protect', position, requested: requestedProtection(line.kind, chosen.price) })
    },
  }
  const moveTo = (kind: 'stop' | 'target', price: string): void => {
    if (position) action.open({ what: 'protect', position, requested: requestedProtection(kind, price) })
  }
  return { lines, moves, held: canMove ? position?.direction : undefined, moveTo, dialog: action.dialog }
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
