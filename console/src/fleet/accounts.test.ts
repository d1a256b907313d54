import { expect, it } from 'vitest'
import { type Fleet, type FleetAccount, findTabAccount } from './accounts.ts'

const anAccount = (account: string, served = true): FleetAccount => ({
  account,
  served,
  roles: ['TRADER'],
  market: 'binanceusdm-paper',
  state: 'RUNNING',
  executionMode: 'PAPER',
  verdict: 'OK',
  equity: '1',
  dayNet: '0',
  openRisk: '0',
  openPositions: 0,
  positionsWithoutStop: 0,
  stop: null,
  engine: { epoch: 1, host: 'a', reportedMs: 1, bus: null },
  standbys: [],
  gateways: [],
})

const aFleet = (...accounts: FleetAccount[]): Fleet => ({
  accounts,
  defaultAccount: 'main',
  mayStopAll: false,
  asOf: '2026-01-01T00:00:00.000Z',
})

it.each([
  { title: 'the default', fleet: aFleet(anAccount('hedge'), anAccount('main')), chosen: undefined, expected: 'main' },
  { title: 'the chosen one', fleet: aFleet(anAccount('hedge'), anAccount('main')), chosen: 'hedge', expected: 'hedge' },
  { title: 'none that was revoked', fleet: aFleet(anAccount('main')), chosen: 'hedge', instead: 'main' },
  { title: 'none without a role', fleet: aFleet(anAccount('hedge')), chosen: undefined, instead: 'hedge' },
  { title: 'none of another gateway', fleet: aFleet(anAccount('hedge', false)), chosen: 'hedge' },
])('a tab shows $title', ({ fleet, chosen, expected, instead }) => {
  const tab = findTabAccount(fleet, chosen)
  expect([tab.account?.account, tab.instead]).toEqual([expected, instead])
})
