import { every } from '../core/every.ts'
import { SECOND_MS } from '../core/instant.ts'

/**
 * Calls back once a condition holds, or after ten seconds, for work that can be deferred while a server starts. Returns
 * the function that ends the wait.
 */
export const onceTrue = (isTrue: () => boolean, act: () => void): (() => void) => {
  let checks = 0
  const end = every(CHECK_EVERY_MS, () => {
    if (!isTrue() && ++checks < CHECKS_MAX) return
    end()
    act()
  })
  return end
}

const CHECK_EVERY_MS = 100
const CHECKS_MAX = (10 * SECOND_MS) / CHECK_EVERY_MS
