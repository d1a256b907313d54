import type { ReactNode } from 'react'
import { Age } from '../figures/age.tsx'
import { addDecimals } from '../figures/decimal.ts'
import { engineStateColour } from '../figures/engine-state-colour.ts'
import { formatReading, formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
import { t } from '../messages/messages.ts'
import { isVisible } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Card } from '../ui/card.tsx'
import { Problem } from '../ui/problem.tsx'
import { Stacked } from '../ui/stacked.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { Tiles } from '../ui/tiles.tsx'
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
      {fleet && <Tiles of={totalFigures(fleet.accounts)} />}
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

/** Returns the figures of all accounts together; a total is unknown while one of its parts is. */
const totalFigures = (accounts: readonly FleetAccount[]): Readonly<Record<string, ReactNode>> => {
  const running = accounts.filter(({ state }) => state === 'RUNNING').length
  const unprotected = sumCounts(accounts.map(({ positionsWithoutStop }) => positionsWithoutStop))
  return {
    [t('Running')]: t('{done} of {length}', { done: running, length: accounts.length }),
    [t('Equity, USDT')]: formatUsdt(sumAmounts(accounts.map(({ equity }) => equity))),
    [t('Net PnL today, USDT')]: <ProfitLoss value={sumAmounts(accounts.map(({ dayNet }) => dayNet))} />,
    [t('Open risk, USDT')]: formatUsdt(sumAmounts(accounts.map(({ openRisk }) => openRisk))),
    [t('Open positions')]: formatReading(sumCounts(accounts.map(({ openPositions }) => openPositions))),
    [t('Without a verified stop')]: <span className={unprotected ? 'text-bad' : ''}>{formatReading(unprotected)}</span>,
  }
}

const sumAmounts = (amounts: readonly (string | null)[]): string | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : addDecimals(sum, amount)), '0')

const sumCounts = (counts: readonly (number | null)[]): number | null =>
  counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0)

const UNKNOWN = <span className="text-muted">{t('unknown')}</span>

const NameCell = ({ account, served }: FleetAccount) => {
  const { account: current } = useSignedIn()
  if (!served) return account
  if (account === current)
    return (
      <>
        {account} <span className="font-normal text-muted">{t('this tab')}</span>
      </>
    )
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
    t('clear')
  ) : (
    <Stacked note={<span className="block max-w-44 truncate">{stop.reason}</span>}>
      <strong className="text-bad" title={`${stop.code}: ${stop.reason}`}>
        {t('ENGAGED')}
      </strong>
    </Stacked>
  )

const PositionsCell = ({ openPositions, positionsWithoutStop }: FleetAccount) => {
  if (openPositions === null) return UNKNOWN
  if (!positionsWithoutStop) return openPositions
  const warning = (
    <strong className="text-bad">{t('{positionsWithoutStop} without a stop', { positionsWithoutStop })}</strong>
  )
  return <Stacked note={warning}>{openPositions}</Stacked>
}

const HostCell = ({ engine: { host, epoch } }: FleetAccount) =>
  host === null ? (
    <strong className="text-bad">{t('no engine')}</strong>
  ) : (
    <Stacked note={t('epoch {epoch}', { epoch: epoch ?? '' })}>{host.slice(0, 8)}</Stacked>
  )

const StandbysCell = ({ standbys }: FleetAccount) =>
  standbys.length === 0
    ? t('none')
    : standbys.map(({ host, batchesBehind }) => (
        <div key={host}>
          <Stacked note={t('{batchesBehind} behind', { batchesBehind })}>{host.slice(0, 8)}</Stacked>
        </div>
      ))

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
  {
    name: t('Account'),
    align: 'left',
    cell: (row) => (
      <Stacked note={row.market}>
        <NameCell {...row} />
      </Stacked>
    ),
  },
  { name: t('State'), align: 'left', cell: (row) => <StateCell {...row} /> },
  { name: t('Emergency stop'), align: 'left', cell: (row) => <StopCell {...row} /> },
  { name: t('Positions'), cell: (row) => <PositionsCell {...row} /> },
  { name: t('Open risk, USDT'), cell: ({ openRisk }) => (openRisk === null ? UNKNOWN : formatUsdt(openRisk)) },
  { name: t('Net PnL today, USDT'), cell: ({ dayNet }) => <ProfitLoss value={dayNet} /> },
  { name: t('Equity, USDT'), cell: ({ equity }) => (equity === null ? UNKNOWN : formatUsdt(equity)) },
  { name: t('Engine host'), align: 'left', cell: (row) => <HostCell {...row} /> },
  { name: t('Standbys'), align: 'left', cell: (row) => <StandbysCell {...row} /> },
  { name: t('Bus'), align: 'left', cell: (row) => <BusCell {...row} /> },
]
