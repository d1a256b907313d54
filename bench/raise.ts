/**
 * Clears an emergency stop and resumes trading between benchmark runs, through the confirmation that the host's
 * operator uses.
 */

import type { Raise, RaisingDesk } from '../server/engine/desks/host-desk.ts'
import type { Ledger } from '../server/engine/state/ledger.ts'
import { repeat, until, within } from './patience.ts'

export interface Raised {
  readonly raising: RaisingDesk
  readonly ledger: Pick<Ledger, 'control'>
}

/** Clears the stop once nothing blocks the clearing, then resumes. */
export const liftStop = async (raised: Raised): Promise<void> => {
  await raise(raised, 'clearStop', 'PAUSED')
  await raise(raised, 'resume', 'RUNNING')
}

const raise = async ({ raising, ledger }: Raised, what: Raise, to: string): Promise<void> => {
  const attempt = async (): Promise<boolean> => {
    const { obstacle, code } = raising.show(what)
    return obstacle === null && (await raising.confirm(what, { code, reason: 'bench' })).ok
  }
  await within(repeat(attempt))
  await until(() => ledger.control.state === to)
}
