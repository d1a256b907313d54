/** List of all monitor surfaces, with lookups of a surface by name and of the rank of a verdict. */

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
import { INSUFFICIENT, type SurfaceContract } from './surface.ts'

/**
 * Every monitor surface, the most important to an operator first. Server, client, console and documentation are
 * derived from it.
 */
export const SURFACES: readonly SurfaceContract[] = [
  operatorCompactTruth,
  publicStatusTruth,
  protectionBlockerTruth,
  preDispatchRootCauseTruth,
  exchangeMarketIntelligenceTruth,
  executionThrottleTruth,
  restartContinuityTruth,
  runtimeConstitutionTruth,
  securityRbacTruth,
  evidenceLoopClosureTruth,
  candidateQualityV3,
  profitabilityQualityScorecard,
  fullStrategyPatternCoverage,
  antiManipulationTruth,
  messengerDynamicTruth,
  ragNlpMlBoundaryTruth,
  frontendRouteTruth,
  goLiveReadinessSnapshot,
  liveReadinessDecisionPacket,
]

/** Returns the contract of a surface; undefined when there is no such surface. */
export const findSurface = (name: string): SurfaceContract | undefined =>
  SURFACES.find(({ surface }) => surface === name)

/**
 * Returns the rank of a verdict relative to insufficient evidence: positive for better verdicts, negative for worse.
 */
export const relativeRank = (surface: string, verdict: string): number | undefined => {
  const verdicts = Object.keys(findSurface(surface)?.verdicts ?? {})
  return verdicts.includes(verdict) ? verdicts.indexOf(verdict) - verdicts.indexOf(INSUFFICIENT) : undefined
}
