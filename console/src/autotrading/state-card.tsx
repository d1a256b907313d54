import type { components } from '@plimsoll/client'
import { Age } from '../figures/age.tsx'
import { byWhom } from '../figures/by-whom.ts'
import { engineStateColour } from '../figures/engine-state-colour.ts'
import { Prose } from '../figures/prose.tsx'
import { REPORT } from '../live/freshness.ts'
import { t } from '../messages/messages.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Figures } from '../ui/figures.tsx'

/**
 * Card with the status of autotrading: state, its cause and who changed it, requested state, whether entries and exits
 * are allowed, the emergency latch, and the exchange connection with its problems.
 */
export const StateCard = ({ status }: Stated) => (
  <Card title={t('Status')} age={status && <Age at={status.asOf} allowed={REPORT} />}>
    {status ? <Standing status={status} /> : <p className="min-h-72 text-muted max-sm:min-h-96">{t('Loading…')}</p>}
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
          {t('since')} <Age at={stateSince} />
        </p>
        <p>
          <Prose>{stateReason.message}</Prose> <span className="text-sm text-muted">{stateReason.code}</span>
        </p>
      </div>
      <Figures
        of={{
          [t('Changed by')]: byWhom(changedBy, user.username),
          [t('Requested state')]: desiredState,
          [t('Entries allowed')]: allowed.entries ? t('yes') : <span className="text-warn">{t('no')}</span>,
          [t('Exits allowed')]: allowed.exits ? t('yes') : <span className="text-warn">{t('no')}</span>,
          [t('Emergency latch')]: <Latch of={latch} />,
          [t('Exchange')]:
            `${exchange.name}, ${exchange.execution}, ${exchange.connected ? t('connected') : t('NOT CONNECTED')}`,
        }}
      />
      {exchange.notice !== null && <p className="text-sm text-muted">{exchange.notice}</p>}
      {exchange.troubles.map(({ code, detail, remedy, since }) => (
        <p key={code} className="border-l-4 border-warn pl-3">
          {detail} <Prose>{remedy}</Prose>{' '}
          <span className="text-sm text-muted">
            {t('{code} since', { code })} <Age at={since} />
          </span>
        </p>
      ))}
    </div>
  )
}

const Latch = ({ of: { engaged, at } }: { readonly of: Status['latch'] }) => {
  if (!engaged) return t('clear')
  return (
    <span className="text-bad">
      {t('ENGAGED')} {at !== null && <Age at={at} />}
    </span>
  )
}
