import type { Surface } from '../surface.ts'
import { antiManipulationTruth } from './anti-manipulation-truth.ts'
import { candidateQualityV3 } from './candidate-quality-v3.ts'
import { evidenceLoopClosureTruth } from './evidence-loop-closure-truth.ts'
import { exchangeMarketIntelligenceTruth } from './exchange-market-intelligence-truth.ts'
import { executionThrottleTruth } from './execution-throttle-truth.ts'
import { frontendRouteTruth } from './frontend-route-truth.ts'
import { fullStrategyPatternCoverage } from './full-strategy-pattern-coverage.ts'
import { goLiveReadinessSnapshot } from './go-live-readiness-snapshot.ts'
import { liveReadinessDecisionPacket } from './live-readiness-decision-packet.ts'
import { messengerDynamicTruth } from './messenger-dynamic-truth.ts'
import { operatorCompactTruth } from './operator-compact-truth.ts'
import { preDispatchRootCauseTruth } from './pre-dispatch-root-cause-truth.ts'
import { profitabilityQualityScorecard } from './profitability-quality-scorecard.ts'
import { protectionBlockerTruth } from './protection-blocker-truth.ts'
import { publicStatusTruth } from './public-status-truth.ts'
import { ragNlpMlBoundaryTruth } from './rag-nlp-ml-boundary-truth.ts'
import { restartContinuityTruth } from './restart-continuity-truth.ts'
import { runtimeConstitutionTruth } from './runtime-constitution-truth.ts'
import { securityRbacTruth } from './security-rbac-truth.ts'

/** Every surface, in the order in which they are worked out: those that speak of others come after them. */
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
