// Made by `npm run generate:client`. What it is made from is in contract/.

import type { components } from './openapi.ts'

type Schemas = components['schemas']

/** What each channel of the stream carries, by its address. */
export interface ChannelData {
  [channel: `market.ticker:${string}`]: Schemas['TickerData']
  [channel: `market.kline.${'1m' | '3m' | '5m' | '15m' | '30m' | '1h' | '2h' | '4h' | '6h' | '12h' | '1d' | '1w'}:${string}`]: Schemas['KlinesData']
  [channel: `market.orderbook.${'1' | '5' | '10' | '20' | '50' | '200'}:${string}`]: Schemas['BookData']
  [channel: `market.trades:${string}`]: Schemas['TradesData']
  'account.orders': Schemas['OrdersData']
  'account.fills': Schemas['FillsData']
  'account.positions': Schemas['PositionsData']
  'account.balance': Schemas['Balance']
  'signals': Schemas['SignalsData']
  'autotrading.status': Schemas['AutotradingStatus']
  'autotrading.decisions': Schemas['EntryDecisionsData']
  'control.events': Schemas['ControlEventsData']
  'research.jobs': Schemas['ResearchJobs']
  'monitor.operator-compact-truth': Schemas['OperatorCompactTruth']
  'monitor.public-status-truth': Schemas['PublicStatusTruth']
  'monitor.protection-blocker-truth': Schemas['ProtectionBlockerTruth']
  'monitor.pre-dispatch-root-cause-truth': Schemas['PreDispatchRootCauseTruth']
  'monitor.exchange-market-intelligence-truth': Schemas['ExchangeMarketIntelligenceTruth']
  'monitor.execution-throttle-truth': Schemas['ExecutionThrottleTruth']
  'monitor.restart-continuity-truth': Schemas['RestartContinuityTruth']
  'monitor.runtime-constitution-truth': Schemas['RuntimeConstitutionTruth']
  'monitor.security-rbac-truth': Schemas['SecurityRbacTruth']
  'monitor.evidence-loop-closure-truth': Schemas['EvidenceLoopClosureTruth']
  'monitor.candidate-quality-v3': Schemas['CandidateQualityV3']
  'monitor.profitability-quality-scorecard': Schemas['ProfitabilityQualityScorecard']
  'monitor.full-strategy-pattern-coverage': Schemas['FullStrategyPatternCoverage']
  'monitor.anti-manipulation-truth': Schemas['AntiManipulationTruth']
  'monitor.messenger-dynamic-truth': Schemas['MessengerDynamicTruth']
  'monitor.rag-nlp-ml-boundary-truth': Schemas['RagNlpMlBoundaryTruth']
  'monitor.frontend-route-truth': Schemas['FrontendRouteTruth']
  'monitor.go-live-readiness-snapshot': Schemas['GoLiveReadinessSnapshot']
  'monitor.live-readiness-decision-packet': Schemas['LiveReadinessDecisionPacket']
}
