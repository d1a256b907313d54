/** Registry of all inputs of the monitor, and the snapshot of their values on which reports are based. */

import type { Id } from '../../core/id.ts'
import type { Instant } from '../../core/instant.ts'
import type { RunHashes } from '../../domain/control/continuity.ts'
import type { ExecutionMode } from '../../domain/order/order.ts'
import type { Constitution } from '../../domain/risk/constitution.ts'
import { account, orders, positions, privateStream, protection, reconciliation } from '../inputs/account.ts'
import { calibrations, candidateRecord, candidates, coverage, goldenVectors, refusals } from '../inputs/autotrading.ts'
import { constitutionProbes, engine, latch, restart, store } from '../inputs/engine.ts'
import { clock, exchange, exchangeKey, venueBudget, venueHealth } from '../inputs/exchange.ts'
import { drills, liveGrant, liveKey, packet, readinessChecks, waivers } from '../inputs/go-live.ts'
import { consoleManifest, consoleProbes, httpAnswers, routes, streamStanding, traffic } from '../inputs/http.ts'
import { feeds, marketHistory, marketPicture } from '../inputs/market.ts'
import { channels, digest } from '../inputs/messenger.ts'
import { evidenceRecord, openFaults, processFigures, statusHistory, watch } from '../inputs/observation.ts'
import { evidenceLoop, orderFlow, ownConduct } from '../inputs/order-flow.ts'
import { equityDays, trades, trials } from '../inputs/performance.ts'
import { audit, auditVerification, codeGraph, custody, identity } from '../inputs/security.ts'
import type { Input } from './input.ts'
import type { Observed } from './observed.ts'

/** The definitions of all inputs by name. */
export const INPUTS = {
  account,
  audit,
  auditVerification,
  calibrations,
  candidateRecord,
  candidates,
  channels,
  clock,
  codeGraph,
  consoleManifest,
  consoleProbes,
  constitutionProbes,
  coverage,
  custody,
  digest,
  drills,
  engine,
  equityDays,
  evidenceLoop,
  evidenceRecord,
  exchange,
  exchangeKey,
  feeds,
  goldenVectors,
  httpAnswers,
  identity,
  latch,
  liveGrant,
  liveKey,
  marketHistory,
  marketPicture,
  openFaults,
  orderFlow,
  orders,
  ownConduct,
  packet,
  positions,
  privateStream,
  processFigures,
  protection,
  readinessChecks,
  reconciliation,
  refusals,
  restart,
  routes,
  statusHistory,
  store,
  streamStanding,
  trades,
  traffic,
  trials,
  venueBudget,
  venueHealth,
  waivers,
  watch,
} as const

export type InputName = keyof typeof INPUTS

/** The value of every input. */
export type TruthInputs = { readonly [Name in InputName]: InputValue<(typeof INPUTS)[Name]> }

type InputValue<I> = I extends Input<infer T> ? T : never

export const INPUT_NAMES = Object.keys(INPUTS) as InputName[]

/** Immutable inputs of all surfaces at one instant. An absent input was not observed. */
export interface TruthSnapshot {
  readonly snapshotId: Id<'snp'>
  readonly takenAtMs: Instant
  readonly mode: ExecutionMode
  readonly constitution: Constitution
  /** SHA-256 of the current build, constitution and configuration. */
  readonly hashes: RunHashes
  readonly inputs: { readonly [Name in InputName]?: Observed<TruthInputs[Name]> }
}
