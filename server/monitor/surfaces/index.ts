/** List of all surfaces of the monitor. */

import type { Surface } from '../frame/surface.ts'
import { antiManipulationTruth } from './anti-manipulation/rules.ts'
import { candidateQualityV3 } from './candidate-quality/rules.ts'
import { evidenceLoopClosureTruth } from './evidence-loop-closure/rules.ts'
import { exchangeMarketIntelligenceTruth } from './exchange-market-intelligence/rules.ts'
import { executionThrottleTruth } from './execution-throttle/rules.ts'
import { frontendRouteTruth } from './frontend-route/rules.ts'
import { liveReadinessDecisionPacket } from './live-readiness/packet-rules.ts'
import { goLiveReadinessSnapshot } from './live-readiness/snapshot-rules.ts'
import { messengerDynamicTruth } from './messenger-dynamic/rules.ts'
import { operatorCompactTruth } from './operator-compact/rules.ts'
import { preDispatchRootCauseTruth } from './pre-dispatch-root-cause/rules.ts'
import { profitabilityQualityScorecard } from './profitability-quality/rules.ts'
import { protectionBlockerTruth } from './protection-blocker/rules.ts'
import { publicStatusTruth } from './public-status/rules.ts'
import { ragNlpMlBoundaryTruth } from './rag-nlp-ml-boundary/rules.ts'
import { restartContinuityTruth } from './restart-continuity/rules.ts'
import { runtimeConstitutionTruth } from './runtime-constitution/rules.ts'
import { securityRbacTruth } from './security-rbac/rules.ts'
import { fullStrategyPatternCoverage } from './strategy-pattern-coverage/rules.ts'

/** All surfaces in order of computation: those that refer to others come after them. */
export const SURFACES: readonly Surface[] = [
  restartContinuityTruth,
  protectionBlockerTruth,
  profitabilityQualityScorecard,
  runtimeConstitutionTruth,
  exchangeMarketIntelligenceTruth,
  antiManipulationTruth,
  candidateQualityV3,
  executionThrottleTruth,
  frontendRouteTruth,
  ragNlpMlBoundaryTruth,
  securityRbacTruth,
  messengerDynamicTruth,
  preDispatchRootCauseTruth,
  evidenceLoopClosureTruth,
  publicStatusTruth,
  liveReadinessDecisionPacket,
  goLiveReadinessSnapshot,
  fullStrategyPatternCoverage,
  operatorCompactTruth,
]
