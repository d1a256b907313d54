import { err, ok, type Result } from '../../../core/result.ts'
import { StoreFailure } from '../../../core/store-failure.ts'
import { type Clearing, createTurn, type Turn } from './clearing.ts'
import type { ClearingStore } from './clearing-store.ts'
import { toStoredAccount } from './open-clearing.ts'

/** Writes what the turn has brought and begins the next; while it cannot be written, the turn goes on with all it holds. */
export const commitTurn = (clearing: Clearing, store: ClearingStore): Result<Turn, StoreFailure> => {
  const { turn } = clearing
  if (hasChanges(turn)) {
    const failure = write(clearing, store)
    if (failure) return err(failure)
  }
  clearing.turn = createTurn()
  return ok(turn)
}

const hasChanges = ({ orders, fills, funding, accountChanged }: Turn): boolean =>
  accountChanged || orders.size + fills.length + funding.length > 0

const write = (clearing: Clearing, store: ClearingStore): StoreFailure | undefined => {
  const { orders, fills, funding } = clearing.turn
  try {
    store.commit({ account: toStoredAccount(clearing), orders: [...orders.values()], fills, funding })
    return undefined
  } catch (error) {
    if (error instanceof StoreFailure) return error
    throw error
  }
}
