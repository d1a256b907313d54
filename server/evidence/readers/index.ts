import type { Readers } from '../reader.ts'
import {
  CARRY_CHANNELS,
  CARRY_IDENTITY,
  CARRY_ROUTES,
  CARRY_TRAFFIC,
  CARRY_VENUE_BUDGET,
} from '../records/carry-rules.ts'
import { carrying } from '../records/carrying.ts'
import { accountReader, ordersReader, positionsReader } from './books.ts'
import { calibrationsReader } from './calibrations.ts'
import { candidateRecordReader } from './candidate-record.ts'
import { candidatesReader } from './candidates.ts'
import { codeGraphReader } from './code-graph.ts'
import { constitutionProbesReader } from './constitution-probes.ts'
import { coverageReader } from './coverage.ts'
import { drillsReader, openFaultsReader } from './drills.ts'
import { engineReader, exchangeReader, latchReader } from './engine.ts'
import { evidenceLoopReader } from './evidence-loop.ts'
import { evidenceRecordReader } from './evidence-record.ts'
import { goldenVectorsReader } from './golden-vectors.ts'
import {
  auditReader,
  clockReader,
  feedsReader,
  privateStreamReader,
  reconciliationReader,
  storeReader,
} from './health.ts'
import {
  auditVerificationReader,
  consoleManifestReader,
  exchangeKeyReader,
  hostSecurityReader,
  identityReader,
  venueBudgetReader,
} from './host.ts'
import { consoleProbesReader, routesReader, trafficReader } from './http.ts'
import { marketHistoryReader } from './market-history.ts'
import { marketPictureReader } from './market-picture.ts'
import { channelsReader, digestReader } from './messenger.ts'
import { orderFlowReader } from './order-flow.ts'
import { ownConductReader } from './own-conduct.ts'
import { equityDaysReader, tradesReader, trialsReader } from './performance.ts'
import { httpAnswersReader, processFiguresReader, streamStandingReader } from './process.ts'
import { protectionReader } from './protection.ts'
import { liveGrantReader, packetReader, readinessChecksReader, waiversReader } from './readiness.ts'
import { refusalsReader } from './refusals.ts'
import { restartReader } from './restart.ts'
import { statusHistoryReader } from './status-history.ts'
import { venueHealthReader } from './venue-health.ts'
import { watchReader } from './watch.ts'

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
