/** Wire types of the fleet: all accounts that share a store. */

import { type Static, Type } from 'typebox'
import { At, DecimalText, EngineState, Nullable } from './common.ts'
import { ROLES } from './roles.ts'
import { ExecutionMode } from './trading.ts'

/** Carries notifications between the processes of an account. */
const Bus = Type.Object({
  kind: Type.Enum(['POSTGRES', 'NATS']),
  state: Type.Enum(['CONNECTED', 'DISCONNECTED', 'SILENT'], {
    description:
      'SILENT: connected, but nothing of the engine arrives. Unless CONNECTED, changes are read up to half a second later',
  }),
  since: At,
})

/** One account, as its active engine last reported it. */
export const FleetAccount = Type.Object({
  account: Type.String(),
  roles: Type.Array(Type.Enum(ROLES), { description: 'Roles of the caller on this account' }),
  served: Type.Boolean({ description: 'By this server' }),
  market: Type.String(),
  state: Nullable(EngineState, 'Null, like the figures, without a report within ten seconds'),
  executionMode: Nullable(ExecutionMode),
  verdict: Nullable(Type.String()),
  equity: Nullable(DecimalText, 'USDT'),
  dayNet: Nullable(DecimalText, 'Net PnL of the UTC day, USDT'),
  openRisk: Nullable(DecimalText, 'Loss from the mark price when every stop is hit, USDT'),
  openPositions: Nullable(Type.Integer()),
  positionsWithoutStop: Nullable(Type.Integer(), 'Without verified stops for their full size'),
  stop: Nullable(Type.Object({ stopId: Type.String(), code: Type.String(), reason: Type.String(), at: At })),
  engine: Type.Object({
    epoch: Type.Integer(),
    host: Nullable(Type.String(), 'Null when no engine holds the lease'),
    reportedMs: Nullable(Type.Integer()),
    bus: Nullable(Bus),
  }),
  standbys: Type.Array(
    Type.Object({
      host: Type.String(),
      batchesBehind: Type.Integer(),
    }),
  ),
  gateways: Type.Array(Type.Object({ host: Type.String(), bus: Nullable(Bus) })),
})
export type FleetAccount = Static<typeof FleetAccount>

/** The accounts of the store that the caller may read, in the order of their names; a server outside a fleet has one. */
export const Fleet = Type.Object({
  accounts: Type.Array(FleetAccount),
  defaultAccount: Type.String({ description: 'Account used by requests that name none' }),
  mayStopAll: Type.Boolean({ description: 'Whether the caller may stop every account of the store' }),
  asOf: At,
})
export type Fleet = Static<typeof Fleet>
