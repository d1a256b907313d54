import { Age } from '../figures/age.tsx'
import { engineStateColour } from '../figures/engine-state-colour.ts'
import { formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Problem } from '../ui/problem.tsx'
import { type Column, Table } from '../ui/table.tsx'
import type { FleetAccount, Fleet as FleetBody } from './accounts.ts'
import { chooseAccount } from './chosen-account.ts'
import { FLEET_AGE, useFleet } from './fleet-accounts.tsx'
import { FleetStop } from './fleet-stop.tsx'

/** Fleet screen: the state of every account of the store, and the emergency stop of all of them. */
export const Fleet = () => {
  const { user } = useSignedIn()
  const { data: fleet, error } = useFleet(whole, true)
  const mayStop = isVisible('FleetStop', user.roles)
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{t('Fleet')}</h1>
      {error && <Problem title={t('Loading failed')} error={error} />}
      {fleet?.mayStopAll && <FleetStop accounts={fleet.accounts.length} />}
      {fleet && mayStop && !fleet.mayStopAll && (
        <p className="mb-4 text-muted">
          {t('Stopping all accounts at once requires a role that may stop each of them; stop them one by one.')}
        </p>
      )}
      <Card title={t('Accounts')} age={fleet && <Age at={fleet.asOf} allowed={FLEET_AGE} />} wide>
        <Table
          label={t('Accounts')}
          columns={COLUMNS}
          rows={fleet?.accounts}
          rowKey={({ account }) => account}
          empty={t('No accounts')}
        />
      </Card>
    </>
  )
}

const whole = (fleet: FleetBody) => fleet

const UNKNOWN = <span className="text-muted">{t('unknown')}</span>

const NameCell = ({ account, served }: FleetAccount) => {
  const { account: current } = useSignedIn()
  if (!served || account === current) return account
  return (
    <button type="button" className="text-accent underline" onClick={() => chooseAccount(account)}>
      {account}
    </button>
  )
}

const StateCell = ({ state }: FleetAccount) =>
  state === null ? UNKNOWN : <span className={`font-semibold ${engineStateColour(state)}`}>{state}</span>

const StopCell = ({ stop }: FleetAccount) =>
  stop === null ? (
    t('no')
  ) : (
    <strong className="text-bad" title={stop.reason}>
      {t('ENGAGED: {code}', { code: stop.code })}
    </strong>
  )

const PositionsCell = ({ openPositions, positionsWithoutStop }: FleetAccount) => {
  if (openPositions === null) return UNKNOWN
  return (
    <>
      {openPositions}
      {positionsWithoutStop ? (
        <strong className="text-bad"> {t('({positionsWithoutStop} without a stop)', { positionsWithoutStop })}</strong>
      ) : null}
    </>
  )
}

const HostCell = ({ engine: { host } }: FleetAccount) =>
  host === null ? <strong className="text-bad">{t('no engine')}</strong> : host.slice(0, 8)

const StandbysCell = ({ standbys }: FleetAccount) =>
  standbys.length === 0
    ? t('none')
    : standbys
        .map(({ host, batchesBehind }) =>
          t('{host} ({batchesBehind} behind)', { host: host.slice(0, 8), batchesBehind }),
        )
        .join(', ')

/** Names the processes whose bus cannot be used. */
const BusCell = ({ engine, gateways }: FleetAccount) => {
  const processes = [
    ...(engine.bus && engine.bus.state !== 'CONNECTED' ? [t('engine')] : []),
    ...gateways.flatMap(({ host, bus }) =>
      bus && bus.state !== 'CONNECTED' ? [t('gateway {host}', { host: host.slice(0, 8) })] : [],
    ),
  ]
  if (processes.length > 0) {
    return (
      <strong className="text-warn" title={t('Changes are noticed up to half a second later')}>
        {t('down: {processes}', { processes: processes.join(', ') })}
      </strong>
    )
  }
  return engine.bus === null ? UNKNOWN : t('connected')
}

const COLUMNS: readonly [Column<FleetAccount>, ...Column<FleetAccount>[]] = [
  { name: t('Account'), align: 'left', isPinned: true, cell: (row) => <NameCell {...row} /> },
  { name: t('Market'), align: 'left', cell: ({ market }) => market },
  { name: t('State'), align: 'left', cell: (row) => <StateCell {...row} /> },
  { name: t('Emergency stop'), align: 'left', cell: (row) => <StopCell {...row} /> },
  { name: t('Positions'), cell: (row) => <PositionsCell {...row} /> },
  { name: t('Open risk, USDT'), cell: ({ openRisk }) => (openRisk === null ? UNKNOWN : formatUsdt(openRisk)) },
  { name: t('Net PnL today, USDT'), cell: ({ dayNet }) => <ProfitLoss value={dayNet} /> },
  { name: t('Equity, USDT'), cell: ({ equity }) => (equity === null ? UNKNOWN : formatUsdt(equity)) },
  { name: t('Engine host'), align: 'left', cell: (row) => <HostCell {...row} /> },
  { name: t('Epoch'), cell: ({ engine }) => engine.epoch },
  { name: t('Standbys'), align: 'left', cell: (row) => <StandbysCell {...row} /> },
  { name: t('Bus'), align: 'left', cell: (row) => <BusCell {...row} /> },
]
