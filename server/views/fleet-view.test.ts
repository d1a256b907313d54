import { expect, it } from 'vitest'
import type { Role } from '../../contract/roles.ts'
import { aStopOrder } from '../../test/support/memory-stop-store.ts'
import type { FleetEntry } from '../engine/model/fleet.ts'
import { fleetBody } from './fleet-view.ts'

const summary = {
  state: 'RUNNING',
  executionMode: 'PAPER',
  verdict: 'OK',
  equity: '1000.5',
  dayNet: '-3.5',
  openRisk: '12',
  openPositions: 2,
  positionsWithoutStop: 1,
  bus: { kind: 'NATS', state: 'DISCONNECTED', sinceMs: 1_000, fault: 'connection refused by 10.0.0.1' },
} as const

const entry = (fields: Partial<FleetEntry> = {}): FleetEntry => ({
  account: 'main',
  market: 'binanceusdm-live',
  epoch: 3,
  host: 'a',
  report: { summary, ageMs: 900 },
  stop: null,
  standbys: [],
  gateways: [],
  ...fields,
})

const reader = (roles: Readonly<Record<string, readonly Role[]>> = { main: ['VIEWER'] }) => ({
  rolesOn: (account: string) => roles[account] ?? [],
  names: ['main'],
  first: 'main',
})

const readState = (fields: Partial<FleetEntry>) => {
  const [account] = fleetBody([entry(fields)], reader(), 0).accounts
  return [account?.state, account?.equity, account?.engine.reportedMs]
}

it.each<[string, Partial<FleetEntry>, unknown]>([
  ['is the one reported', {}, ['RUNNING', '1000.5', 900]],
  ['is unknown after ten silent seconds', { report: { summary, ageMs: 10_000 } }, [null, null, 10_000]],
  ['is unknown without a report', { report: null }, [null, null, null]],
  ['is unknown when no engine has the lease', { host: null }, [null, null, 900]],
])('the state of an account %s', (_case, fields, expected) => {
  expect(readState(fields)).toEqual(expected)
})

it('shows the bus of the engine and of each gateway, without addresses of the network', () => {
  const bus = { kind: 'POSTGRES', state: 'SILENT', sinceMs: 2_000, fault: 'silent' } as const
  const gateways = [
    { host: 'g1', bus },
    { host: 'earlier', bus: null },
  ]
  const [account] = fleetBody([entry({ gateways })], reader(), 0).accounts
  expect(account?.engine.bus).toEqual({ kind: 'NATS', state: 'DISCONNECTED', since: '1970-01-01T00:00:01.000Z' })
  expect(account?.gateways).toEqual([
    { host: 'g1', bus: { kind: 'POSTGRES', state: 'SILENT', since: '1970-01-01T00:00:02.000Z' } },
    { host: 'earlier', bus: null },
  ])
  const readEngineBus = (fields: Partial<FleetEntry>) => fleetBody([entry(fields)], reader(), 0).accounts[0]?.engine.bus
  expect([readEngineBus({ report: null }), readEngineBus({ report: { summary, ageMs: 10_000 } })]).toEqual([null, null])
})

it('shows the open stop of an account, whether or not an engine is active', () => {
  const { stopId } = aStopOrder()
  const { accounts } = fleetBody([entry({ stop: aStopOrder(), report: null })], reader(), 0)
  expect(accounts[0]?.stop).toEqual({
    stopId,
    code: 'EMERGENCY_STOP',
    reason: 'stop 1',
    at: '1970-01-01T00:00:01.000Z',
  })
})

it('contains only the accounts on which the caller has a role, and whether it may stop all', () => {
  const entries = [entry({ account: 'alts' }), entry({ account: 'hedge' }), entry()]
  const { accounts, mayStopAll } = fleetBody(entries, reader({ hedge: ['TRADER'], main: ['VIEWER'] }), 0)
  expect(accounts.map(({ account, roles, served }) => [account, roles, served])).toEqual([
    ['hedge', ['TRADER'], false],
    ['main', ['VIEWER'], true],
  ])
  expect(mayStopAll).toBe(false)
  const stopper = reader({ alts: ['ADMIN'], hedge: ['TRADER'], main: ['TRADER'] })
  expect(fleetBody(entries, stopper, 0).mayStopAll).toBe(true)
})

it('returns null for figures that an engine of an earlier version does not report', () => {
  const { dayNet: _dayNet, bus: _bus, ...earlier } = summary
  const { accounts } = fleetBody([entry({ report: { summary: earlier as typeof summary, ageMs: 1 } })], reader(), 0)
  expect(accounts[0]).toMatchObject({ dayNet: null, openRisk: '12', state: 'RUNNING', engine: { bus: null } })
})
