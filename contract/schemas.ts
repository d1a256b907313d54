/** Registry of all wire schemas under their names in the published API documents. */

import type { TSchema } from 'typebox'
import * as account from './account.ts'
import * as audit from './audit.ts'
import * as auth from './auth.ts'
import * as common from './common.ts'
import * as control from './control.ts'
import * as decisions from './decisions.ts'
import * as effectOnPosition from './effect-on-position.ts'
import * as fleet from './fleet.ts'
import * as limits from './limits.ts'
import * as logs from './logs.ts'
import * as market from './market.ts'
import { SURFACES } from './monitor/index.ts'
import { GateCounts } from './monitor/live-readiness-decision-packet.ts'
import { GroupScore, RegimeScore, StrategyScore } from './monitor/profitability-quality-scorecard.ts'
import { publicStatusTruth } from './monitor/public-status-truth.ts'
import {
  Evidence,
  MissingEvidence,
  PublicReport,
  Reason,
  ReportEnvelope,
  ReportOutline,
  reportSchema,
} from './monitor/surface.ts'
import * as performance from './performance.ts'
import * as probes from './probes.ts'
import * as problem from './problem.ts'
import * as research from './research.ts'
import * as signals from './signals.ts'
import * as channelData from './stream/channel-data.ts'
import * as controlEvent from './stream/control-event.ts'
import * as trading from './trading.ts'

/** Returns the schema name of a surface: `restart-continuity-truth` → `RestartContinuityTruth`. */
export const surfaceSchemaName = (surface: string): string =>
  surface.replace(/(?:^|-)(\w)/g, (_match, letter: string) => letter.toUpperCase())

const isComposite = (value: unknown): value is TSchema =>
  typeof value === 'object' && value !== null && ('anyOf' in value || ('type' in value && 'properties' in value))

const MODULES = [
  account,
  audit,
  auth,
  common,
  control,
  decisions,
  effectOnPosition,
  fleet,
  limits,
  logs,
  market,
  performance,
  probes,
  problem,
  research,
  signals,
  trading,
]

/** Schemas on the wire by name, as API descriptions and typed clients refer to them. */
export const SCHEMAS: ReadonlyMap<string, TSchema> = new Map([
  ...[...MODULES, channelData, controlEvent]
    .flatMap((module): [string, unknown][] => Object.entries(module))
    .filter((entry): entry is [string, TSchema] => isComposite(entry[1])),
  ...Object.entries({
    Decimal: common.DecimalText,
    Timestamp: common.At,
    DecimalOrNull: common.Nullable(common.DecimalText),
    TimestampOrNull: common.Nullable(common.At),
    QueryInstant: common.QueryInstant,
    Exploratory: common.Exploratory,
    Sha256: signals.Sha256,
    Timeframe: signals.Timeframe,
    NumberRange: common.NumberRange,
    NumberRangeOrNull: common.Nullable(common.NumberRange),
    Sha256OrNull: common.Nullable(signals.Sha256),
    OrderIdOrNull: common.Nullable(common.idText('ord')),
  }),
  ...Object.entries({
    EngineState: common.EngineState,
    GateKind: common.GateKind,
    Operator: common.Operator,
    Grade: decisions.Grade,
    OrderStatus: trading.OrderStatus,
    InstrumentSymbol: common.SymbolText,
    EvidenceId: common.idText('evd'),
    OrderId: common.idText('ord'),
    PositionId: common.idText('pos'),
    AuditId: common.idText('aud'),
    CandidateId: common.idText('cnd'),
    PacketId: common.idText('pkt'),
    SignalId: common.idText('sig'),
    SnapshotId: common.idText('snp'),
    StopId: common.idText('stp'),
    TwoFactorCode: auth.TwoFactorCode,
    PriceLevel: market.PriceLevel,
  }),
  ...Object.entries({
    PublicStatus: PublicReport(publicStatusTruth),
    ReportOutline,
    ReportEnvelope,
    Reason,
    MissingEvidence,
    Evidence,
  }),
  ...Object.entries({ GateCounts, GroupScore, StrategyScore, RegimeScore }),
  ...SURFACES.map((contract) => [surfaceSchemaName(contract.surface), reportSchema(contract)] as const),
])

/** Names of schemas that extend another one, with the name of the extended schema. */
export const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['Order', 'OrderTerms'],
  ['WatchedBook', 'TradingBook'],
  ['ConfiguredBook', 'TradingBook'],
  ['StrategyScore', 'GroupScore'],
  ['RegimeScore', 'GroupScore'],
  ['OrderPreview', 'OrderTerms'],
  ['DecidedOrder', 'Order'],
  ['EvidencedDecision', 'EntryDecision'],
  ['Performance', 'PerformanceFigures'],
  ['PerformanceGroup', 'PerformanceFigures'],
  ['ResearchRunDetail', 'ResearchRun'],
  ['ResearchSearchDetail', 'ResearchSearch'],
  ['PublicStatus', 'ReportOutline'],
  ['ReportEnvelope', 'ReportOutline'],
  ...SURFACES.map(({ surface }) => [surfaceSchemaName(surface), 'ReportEnvelope'] as const),
])
