import type { Journal } from '../../../server/engine/model/ports.ts'
import { acknowledged } from './acknowledged.ts'
import { amended } from './amended.ts'
import { atMostOnce } from './at-most-once.ts'
import { atRest } from './at-rest.ts'
import { auditedFirst } from './audited-first.ts'
import { booksAgree } from './books-agree.ts'
import { comesToComplete } from './comes-to-complete.ts'
import { covered } from './covered.ts'
import { evidenceFirst } from './evidence-first.ts'
import type { Evidence, Invariant } from './invariant.ts'
import { latch } from './latch.ts'
import { noSecondOrder } from './no-second-order.ts'
import { protectedBeforeClosed } from './protected-before-closed.ts'
import { quietAfterStop } from './quiet-after-stop.ts'
import { reduceOnly } from './reduce-only.ts'
import { replayed } from './replayed.ts'
import { sound } from './sound.ts'
import { states } from './states.ts'
import { stopRetained } from './stop-retained.ts'
import { unhurried } from './unhurried.ts'
import { unwearied } from './unwearied.ts'
import { wellInformed } from './well-informed.ts'
import { withinLimits } from './within-limits.ts'

/** Creates the checks of all invariants. */
export const createInvariants = (
  evidence: Evidence,
  { journal, isDue }: { readonly journal: Journal; readonly isDue: () => boolean },
): readonly Invariant[] => [
  atMostOnce(evidence),
  withinLimits(evidence),
  wellInformed(evidence),
  sound(evidence),
  unhurried(evidence),
  unwearied(evidence),
  latch(evidence),
  quietAfterStop(evidence),
  comesToComplete(evidence),
  states(evidence),
  auditedFirst(evidence),
  reduceOnly(evidence),
  covered(evidence),
  protectedBeforeClosed(evidence),
  stopRetained(evidence),
  booksAgree(evidence),
  replayed(evidence, journal, isDue),
  acknowledged(evidence),
  evidenceFirst(evidence),
  noSecondOrder(evidence),
  amended(evidence),
  atRest(evidence),
]
