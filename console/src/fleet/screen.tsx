import { Age } from '../figures/age.tsx'
import { engineStateColour } from '../figures/engine-state-colour.ts'
import { formatUsdt } from '../figures/numbers.ts'
import { ProfitLoss } from '../figures/profit-loss.tsx'
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
      <h1 className="mb-3 text-xl font-semibold">Fleet</h1>
      {error && <Problem title="Loading failed" error={error} />}
      {fleet?.mayStopAll && <FleetStop accounts={fleet.accounts.length} />}
      {fleet && mayStop && !fleet.mayStopAll && (
        <p className="mb-4 text-muted">
          Stopping all accounts at once requires a role that may stop each of them; stop them one by one.
        </p>
      )}
      <Card title="Accounts" age={fleet && <Age at={fleet.asOf} allowed={FLEET_AGE} />} wide>
        <Table
          label="Accounts"
          columns={COLUMNS}
          rows={fleet?.accounts}
          rowKey={({ account }) => account}
          empty="No accounts"
        />
      </Card>
    </>
  )
}

const whole = (fleet: FleetBody) => fleet

const UNKNOWN = <span className="text-muted">unknown</span>

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
  stop === null ? 'no' : <strong className="text-bad" title={stop.reason}>{`ENGAGED: ${stop.code}`}</strong>

const PositionsCell = ({ openPositions, positionsWithoutStop }: FleetAccount) => {
  if (openPositions === null) return UNKNOWN
  return (
    <>
      {openPositions}
      {positionsWithoutStop ? <strong className="text-bad"> ({positionsWithoutStop} without a stop)</strong> : null}
    </>
  )
}

const HostCell = ({ engine: { host } }: FleetAccount) =>
  host === null ? <strong className="text-bad">no engine</strong> : host.slice(0, 8)

const StandbysCell = ({ standbys }: FleetAccount) =>
  standbys.length === 0
    ? 'none'
    : standbys.map(({ host, batchesBehind }) => `${host.slice(0, 8)} (${batchesBehind} behind)`).join(', ')

const COLUMNS: readonly [Column<FleetAccount>, ...Column<FleetAccount>[]] = [
  { name: 'Account', align: 'left', isPinned: true, cell: (row) => <NameCell {...row} /> },
  { name: 'Market', align: 'left', cell: ({ market }) => market },
  { name: 'State', align: 'left', cell: (row) => <StateCell {...row} /> },
  { name: 'Emergency stop', align: 'left', cell: (row) => <StopCell {...row} /> },
  { name: 'Positions', cell: (row) => <PositionsCell {...row} /> },
  { name: 'Open risk, USDT', cell: ({ openRisk }) => (openRisk === null ? UNKNOWN : formatUsdt(openRisk)) },
  { name: 'Net PnL today, USDT', cell: ({ dayNet }) => <ProfitLoss value={dayNet} /> },
  { name: 'Equity, USDT', cell: ({ equity }) => (equity === null ? UNKNOWN : formatUsdt(equity)) },
  { name: 'Engine host', align: 'left', cell: (row) => <HostCell {...row} /> },
  { name: 'Epoch', cell: ({ engine }) => engine.epoch },
  { name: 'Standbys', align: 'left', cell: (row) => <StandbysCell {...row} /> },
]
