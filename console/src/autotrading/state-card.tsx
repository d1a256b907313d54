import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { byWhom } from '../figures/by-whom.ts'
import { engineStateColour } from '../figures/engine-state-colour.ts'
import { Prose } from '../figures/prose.tsx'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'

/**
 * Card with the status of autotrading: state, its cause and who changed it, requested state, whether entries and exits
 * are allowed, the emergency latch, and the exchange connection with its problems.
 */
export const StateCard = ({ status }: Stated) => (
  <Card title="Status" age={status && <Age at={status.asOf} />}>
    {status ? <Standing status={status} /> : <p className="text-muted">Loading…</p>}
  </Card>
)

type Status = components['schemas']['AutotradingStatus']

export interface Stated {
  /** Undefined until received. */
  readonly status: Status | undefined
}

const Standing = ({ status }: { readonly status: Status }) => {
  const { user } = useSignedIn()
  const { state, stateSince, stateReason, changedBy, desiredState, allowed, latch, exchange } = status
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <p className="text-2xl">
          <strong className={engineStateColour(state)}>{state}</strong>
        </p>
        <p className="text-sm text-muted">
          since <Age at={stateSince} />
        </p>
        <p>
          <Prose>{stateReason.message}</Prose> <span className="text-sm text-muted">{stateReason.code}</span>
        </p>
      </div>
      <Figures
        of={{
          'Changed by': byWhom(changedBy, user.username),
          'Requested state': desiredState,
          'Entries allowed': allowed.entries ? 'yes' : <span className="text-warn">no</span>,
          'Exits allowed': allowed.exits ? 'yes' : <span className="text-warn">no</span>,
          'Emergency latch': <Latch of={latch} />,
          Exchange: `${exchange.name}, ${exchange.execution}, ${exchange.connected ? 'connected' : 'NOT CONNECTED'}`,
        }}
      />
      {exchange.notice !== null && <p className="text-sm text-muted">{exchange.notice}</p>}
      {exchange.troubles.map(({ code, detail, remedy, since }) => (
        <p key={code} className="border-l-4 border-warn pl-3">
          {detail} <Prose>{remedy}</Prose>{' '}
          <span className="text-sm text-muted">
            {code} since <Age at={since} />
          </span>
        </p>
      ))}
    </div>
  )
}

const Latch = ({ of: { engaged, at } }: { readonly of: Status['latch'] }) => {
  if (!engaged) return 'clear'
  return <span className="text-bad">ENGAGED {at !== null && <Age at={at} />}</span>
}
