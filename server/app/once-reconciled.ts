import { every } from '../core/every.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { Session } from '../engine/state/session.ts'

/**
 * Calls back once the account has been reconciled, or after ten seconds, so that deferrable work never delays the
 * protection of positions. Returns the function that ends the wait.
 */
export const onceReconciled = ({ reconciliation }: Pick<Session, 'reconciliation'>, act: () => void): (() => void) => {
  let checks = 0
  const end = every(CHECK_EVERY_MS, () => {
    if (reconciliation.doneAtMs === null && ++checks < CHECKS_MAX) return
    end()
    act()
  })
  return end
}

const CHECK_EVERY_MS = 100
const CHECKS_MAX = (10 * SECOND_MS) / CHECK_EVERY_MS
