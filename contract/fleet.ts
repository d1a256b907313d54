/** Wire types of the fleet: all accounts that share a store. */

import { type Static, Type } from 'typebox'
import { At, DecimalText, EngineState, idText, Nullable } from './common.ts'
import { ExecutionMode } from './trading.ts'

const Age = Type.Integer({ description: 'Age in ms, by the clock of the store' })

/** One account, as its active engine last reported it. */
export const FleetAccount = Type.Object({
  account: Type.String(),
  market: Type.String({ description: 'Exchange and execution' }),
  state: Nullable(
    EngineState,
    'Null when no active engine has reported within ten seconds, as are the following fields',
  ),
  executionMode: Nullable(ExecutionMode),
  verdict: Nullable(Type.String(), 'Verdict of the surface public-status-truth'),
  equity: Nullable(DecimalText, 'USDT'),
  openPositions: Nullable(Type.Integer()),
  positionsWithoutStop: Nullable(Type.Integer(), 'Open positions whose full size is not protected by verified stops'),
  stop: Nullable(
    Type.Object({ stopId: idText('stp'), code: Type.String(), reason: Type.String(), at: At }),
    'The oldest emergency stop that has not been cleared',
  ),
  engine: Type.Object({
    epoch: Type.Integer({ description: 'Number of the newest lease; 0 before the first' }),
    host: Nullable(Type.String(), 'Host that holds the lease; null when it was given up'),
    reportedMs: Nullable(Age, 'Age of its last report; null before the first'),
  }),
  standbys: Type.Array(
    Type.Object({
      host: Type.String(),
      batchesBehind: Type.Integer({ description: 'Batches of the journal that it has not copied' }),
      ageMs: Age,
    }),
    { description: 'Engines that can take over: seen within ten seconds' },
  ),
})
export type FleetAccount = Static<typeof FleetAccount>

/** All accounts of the store, in the order of their names; a server with a store of its own has one. */
export const Fleet = Type.Object({ accounts: Type.Array(FleetAccount), asOf: At })
export type Fleet = Static<typeof Fleet>
