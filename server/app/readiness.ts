import type { Readiness } from '../../contract/probes.ts'
import type { Session } from '../engine/state/session.ts'

/**
 * Returns the readiness of the server: its state is rebuilt and reconciled with the exchange, its decisions are
 * persisted, and market data is current. An emergency stop does not affect it.
 */
export const getReadiness = ({
  marketObserved,
  session,
}: {
  readonly marketObserved: boolean
  readonly session: Pick<Session, 'reconciliation' | 'storeFailure'>
}): Readiness => {
  const reconciled = session.reconciliation.doneAtMs !== null
  const { storeFailure } = session
  const checks = [
    { name: 'recovered', ok: true, detail: 'The state is rebuilt from the journal.' },
    {
      name: 'reconciled',
      ok: reconciled,
      detail: reconciled ? 'Our state was reconciled with the exchange.' : 'The exchange has not been read yet.',
    },
    {
      name: 'store',
      ok: storeFailure === null,
      detail: storeFailure === null ? 'What is decided is kept.' : 'What is decided cannot be written.',
    },
    {
      name: 'market',
      ok: marketObserved,
      detail: marketObserved ? 'The market is seen.' : 'Nothing of the market has been seen yet.',
    },
  ]
  return { status: checks.every(({ ok }) => ok) ? 'READY' : 'NOT_READY', checks }
}
