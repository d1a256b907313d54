import type { StoreHealth } from '../events.ts'
import type { Turn } from '../turn.ts'
import { retryCancels } from './cancel-order.ts'
import { askForTime } from './clock.ts'
import { askForOrders, noteUnresolved } from './order-watch.ts'
import { askForAccount } from './reconcile.ts'
import { noteUnanswered } from './reports.ts'
import { sampleEquity } from './sample-equity.ts'
import { withdrawEntries } from './withdraw-entries.ts'

/** What is to be done because time has passed. */
export const onTimer = (turn: Turn, health: StoreHealth): void => {
  turn.session.health = health
  noteUnanswered(turn)
  noteUnresolved(turn)
  withdrawEntries(turn)
  retryCancels(turn)
  askForOrders(turn)
  askForTime(turn)
  askForAccount(turn)
  sampleEquity(turn)
  for (const symbol of turn.ledger.positions.keys()) turn.touched.add(symbol)
}
