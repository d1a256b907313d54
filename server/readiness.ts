import type { Readiness } from '../contract/probes.ts'
import type { Session } from './engine/session.ts'

/** Whether the server may be relied on: its books are rebuilt, they agree with the exchange, and the market is seen. */
export const readinessOf = ({
  marketSeen,
  session,
}: {
  readonly marketSeen: boolean
  readonly session: Pick<Session, 'reconciliation'>
}): Readiness => {
  const reconciled = session.reconciliation.doneAtMs !== null
  return {
    status: marketSeen && reconciled ? 'READY' : 'NOT_READY',
    checks: [
      { name: 'recovered', ok: true, detail: 'The state is rebuilt from the journal.' },
      {
        name: 'reconciled',
        ok: reconciled,
        detail: reconciled ? 'Our books were compared with the exchange.' : 'The exchange has not been read yet.',
      },
      {
        name: 'market',
        ok: marketSeen,
        detail: marketSeen ? 'The market is seen.' : 'Nothing of the market has been seen yet.',
      },
    ],
  }
}
