/** Registry of the readers of all inputs of the monitor. */

import type { Readers } from '../reader.ts'
import {
  CARRY_CHANNELS,
  CARRY_IDENTITY,
  CARRY_ROUTES,
  CARRY_TRAFFIC,
  CARRY_VENUE_BUDGET,
  carrying,
} from '../records/carry-rules.ts'
import { calibrationsReader, candidateRecordReader, candidatesReader } from './candidates.ts'
import { codeGraphReader } from './code-graph.ts'
import { constitutionProbesReader } from './constitution-probes.ts'
import { coverageReader, goldenVectorsReader } from './coverage.ts'
import {
  accountReader,
  auditReader,
  clockReader,
  engineReader,
  exchangeReader,
  feedsReader,
  latchReader,
  ordersReader,
  positionsReader,
  privateStreamReader,
  reconciliationReader,
  storeReader,
} from './engine.ts'
import { evidenceLoopReader } from './evidence-loop.ts'
import {
  auditVerificationReader,
  channelsReader,
  consoleManifestReader,
  digestReader,
  exchangeKeyReader,
  hostSecurityReader,
  httpAnswersReader,
  identityReader,
  processFiguresReader,
  streamStandingReader,
  venueBudgetReader,
} from './host.ts'
import { consoleProbesReader, routesReader, trafficReader } from './http.ts'
import { marketHistoryReader, marketPictureReader, venueHealthReader } from './market.ts'
import { orderFlowReader, ownConductReader, refusalsReader } from './order-flow.ts'
import { equityDaysReader, tradesReader, trialsReader } from './performance.ts'
import { protectionReader } from './protection.ts'
import {
  drillsReader,
  evidenceRecordReader,
  liveGrantReader,
  liveKeyReader,
  openFaultsReader,
  packetReader,
  readinessChecksReader,
  statusHistoryReader,
  waiversReader,
  watchReader,
} from './records.ts'
import { restartReader } from './restart.ts'

/** Readers of every input. */
export const READERS: Readers = {
  account: accountReader,
  audit: auditReader,
  auditVerification: auditVerificationReader,
  calibrations: calibrationsReader,
  candidateRecord: candidateRecordReader,
  candidates: candidatesReader,
  channels: carrying(channelsReader, CARRY_CHANNELS),
  clock: clockReader,
  codeGraph: codeGraphReader,
  consoleManifest: consoleManifestReader,
  consoleProbes: consoleProbesReader,
  constitutionProbes: constitutionProbesReader,
  coverage: coverageReader,
  custody: hostSecurityReader,
  digest: digestReader,
  drills: drillsReader,
  engine: engineReader,
  equityDays: equityDaysReader,
  evidenceLoop: evidenceLoopReader,
  evidenceRecord: evidenceRecordReader,
  exchange: exchangeReader,
  exchangeKey: exchangeKeyReader,
  feeds: feedsReader,
  goldenVectors: goldenVectorsReader,
  httpAnswers: httpAnswersReader,
  streamStanding: streamStandingReader,
  identity: carrying(identityReader, CARRY_IDENTITY),
  latch: latchReader,
  liveGrant: liveGrantReader,
  liveKey: liveKeyReader,
  marketHistory: marketHistoryReader,
  marketPicture: marketPictureReader,
  openFaults: openFaultsReader,
  orderFlow: orderFlowReader,
  orders: ordersReader,
  ownConduct: ownConductReader,
  packet: packetReader,
  positions: positionsReader,
  privateStream: privateStreamReader,
  processFigures: processFiguresReader,
  protection: protectionReader,
  readinessChecks: readinessChecksReader,
  reconciliation: reconciliationReader,
  refusals: refusalsReader,
  restart: restartReader,
  routes: carrying(routesReader, CARRY_ROUTES),
  statusHistory: statusHistoryReader,
  store: storeReader,
  trades: tradesReader,
  traffic: carrying(trafficReader, CARRY_TRAFFIC),
  trials: trialsReader,
  venueBudget: carrying(venueBudgetReader, CARRY_VENUE_BUDGET),
  venueHealth: venueHealthReader,
  waivers: waiversReader,
  watch: watchReader,
}
