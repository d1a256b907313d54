import { isDeepStrictEqual } from 'node:util'
import type { Journal } from '../../../server/engine/model/ports.ts'
import { applyFact, createLedger, type Ledger } from '../../../server/engine/state/ledger.ts'
import type { Evidence, Invariant } from './invariant.ts'

/** I7: replaying the journal gives the engine's current state; checked occasionally, since it is expensive. */
export const replayed = (evidence: Evidence, journal: Journal, isDue: () => boolean): Invariant => {
  const check = (ledger: Ledger): void => {
    if (evidence.isBehind) return
    const fresh = createLedger()
    for (const fact of journal.read()) applyFact(fresh, fact)
    if (isDeepStrictEqual(fresh, ledger)) return
    const parts = (Object.keys(fresh) as (keyof Ledger)[]).filter((key) => !isDeepStrictEqual(fresh[key], ledger[key]))
    evidence.violate('I7', `the journal read anew gives another ${parts.join(', ')}`)
  }
  return { onSettled: (ledger) => isDue() && check(ledger), onQuiet: check }
}
