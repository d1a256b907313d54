import { account } from '../inputs/account.ts'
import { audit } from '../inputs/audit.ts'
import { auditVerification } from '../inputs/audit-verification.ts'
import { calibrations } from '../inputs/calibrations.ts'
import { candidateRecord } from '../inputs/candidate-record.ts'
import { candidates } from '../inputs/candidates.ts'
import { channels } from '../inputs/channels.ts'
import { clock } from '../inputs/clock.ts'
import { codeGraph } from '../inputs/code-graph.ts'
import { consoleManifest } from '../inputs/console-manifest.ts'
import { consoleProbes } from '../inputs/console-probes.ts'
import { constitutionProbes } from '../inputs/constitution-probes.ts'
import { coverage } from '../inputs/coverage.ts'
import { custody } from '../inputs/custody.ts'
import { digest } from '../inputs/digest.ts'
import { drills } from '../inputs/drills.ts'
import { engine } from '../inputs/engine.ts'
import { equityDays } from '../inputs/equity-days.ts'
import { evidenceLoop } from '../inputs/evidence-loop.ts'
import { evidenceRecord } from '../inputs/evidence-record.ts'
import { exchange } from '../inputs/exchange.ts'
import { exchangeKey } from '../inputs/exchange-key.ts'
import { feeds } from '../inputs/feeds.ts'
import { goldenVectors } from '../inputs/golden-vectors.ts'
import { httpAnswers } from '../inputs/http-answers.ts'
import { identity } from '../inputs/identity.ts'
import { latch } from '../inputs/latch.ts'
import { liveGrant } from '../inputs/live-grant.ts'
import { marketHistory } from '../inputs/market-history.ts'
import { marketPicture } from '../inputs/market-picture.ts'
import { openFaults } from '../inputs/open-faults.ts'
import { orderFlow } from '../inputs/order-flow.ts'
import { orders } from '../inputs/orders.ts'
import { ownConduct } from '../inputs/own-conduct.ts'
import { packet } from '../inputs/packet.ts'
import { positions } from '../inputs/positions.ts'
import { privateStream } from '../inputs/private-stream.ts'
import { processFigures } from '../inputs/process-figures.ts'
import { protection } from '../inputs/protection.ts'
import { readinessChecks } from '../inputs/readiness-checks.ts'
import { reconciliation } from '../inputs/reconciliation.ts'
import { refusals } from '../inputs/refusals.ts'
import { restart } from '../inputs/restart.ts'
import { routes } from '../inputs/routes.ts'
import { statusHistory } from '../inputs/status-history.ts'
import { store } from '../inputs/store.ts'
import { streamStanding } from '../inputs/stream-standing.ts'
import { trades } from '../inputs/trades.ts'
import { traffic } from '../inputs/traffic.ts'
import { trials } from '../inputs/trials.ts'
import { venueBudget } from '../inputs/venue-budget.ts'
import { venueHealth } from '../inputs/venue-health.ts'
import { waivers } from '../inputs/waivers.ts'
import { watch } from '../inputs/watch.ts'
import type { Input } from './input.ts'

/** Every input of any surface, by its name. */
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
