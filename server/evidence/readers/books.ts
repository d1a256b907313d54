import type { Balance, Portfolio } from '../../../contract/account.ts'
import type { Order, Position } from '../../../contract/trading.ts'
import { workingOrders } from '../../engine/state/ledger.ts'
import { balanceBody, portfolioBody } from '../../views/account-view.ts'
import { orderBody } from '../../views/order-view.ts'
import { positionBody } from '../../views/position-view.ts'
import { getInstrument } from '../../views/trading-reader.ts'
import { always } from '../reader.ts'

/** Reads the account; before the ledger is opened there is none. */
export const accountReader = always<{ readonly balance: Balance; readonly portfolio: Portfolio }>(
  ({ trading }, nowMs) =>
    trading.ledger().openedAtMs === null
      ? undefined
      : {
          value: { balance: balanceBody(trading), portfolio: portfolioBody(trading, null) },
          observedAtMs: nowMs,
        },
)

export const positionsReader = always<readonly Position[]>(({ trading }, nowMs) => ({
  value: [...trading.ledger().positions.values()].map((position) => positionBody(trading, position)),
  observedAtMs: nowMs,
}))

export const ordersReader = always<readonly Order[]>(({ trading }, nowMs) => ({
  value: workingOrders(trading.ledger()).map((order) => orderBody(order, getInstrument(trading, order.terms.symbol))),
  observedAtMs: nowMs,
}))
