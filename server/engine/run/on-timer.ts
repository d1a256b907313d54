import { leaveWhatIsOver } from '../autotrading/leave.ts'
import { keepState } from '../control/keep-state.ts'
import { settleOwed } from '../control/settle-owed.ts'
import { sweep } from '../control/sweep.ts'
import type { StoreHealth } from '../model/events.ts'
import type { Turn } from '../state/turn.ts'
import { retryCancels } from '../trading/cancel-order.ts'
import { requestTime } from '../trading/clock.ts'
import { noteUnresolved, queryOrders } from '../trading/order-watch.ts'
import { requestAccount } from '../trading/reconcile.ts'
import { noteUnanswered } from '../trading/reports.ts'
import { sampleEquity } from '../trading/sample-equity.ts'

/** Runs the tasks that are due because time has passed. */
export const onTimer = (turn: Turn, health: StoreHealth): void => {
  turn.session.health = health
  noteUnanswered(turn)
  noteUnresolved(turn)
  sweep(turn)
  retryCancels(turn)
  queryOrders(turn)
  requestTime(turn)
  requestAccount(turn)
  sampleEquity(turn)
  leaveWhatIsOver(turn)
  keepState(turn)
  settleOwed(turn)
  for (const symbol of turn.ledger.positions.keys()) turn.touched.add(symbol)
}
