import type { OrderWatch } from '../state/session.ts'
import type { Turn } from '../state/turn.ts'

/** Queries an order at the next opportunity, regardless of its schedule. */
export const watchNow = (turn: Turn, orderId: string): void => {
  const watch = turn.session.watches.get(orderId)
  if (watch) {
    watch.nextAtMs = turn.atMs
    return
  }
  const fresh: OrderWatch = {
    nextAtMs: turn.atMs,
    pending: null,
    absentRounds: 0,
    absentAtMs: 0,
    taken: false,
    readBacks: 0,
  }
  turn.session.watches.set(orderId, fresh)
}
