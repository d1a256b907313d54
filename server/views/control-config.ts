import type { AutotradingConfig } from '../../contract/control.ts'
import { computeDigest } from '../core/digest.ts'
import { toRfc3339 } from '../core/instant.ts'
import { BREAKERS, type BreakerId, readBreakers } from '../domain/control/breakers.ts'
import { INTERVALS, type Interval } from '../domain/market/interval.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import { definitionDigest } from '../domain/signal/strategies/definition-digest.ts'
import type { StrategyDefinition } from '../domain/signal/strategy.ts'
import type { Rules } from '../engine/state/turn.ts'
import { type ControlReader, SCHEMA_VERSION } from './control-reader.ts'

/** Returns the configuration of autotrading in effect as the API body, with the hash that identifies it. */
export const controlConfig = ({ state, constitution, loadedAtMs }: ControlReader): AutotradingConfig => {
  const effective = effectiveConfig(state.rules)
  return {
    configVersion: state.session.epoch,
    configHash: computeDigest(effective),
    constitutionHash: constitution.hash,
    loadedAt: toRfc3339(loadedAtMs),
    source: constitution.source,
    effective,
    secrets: 'REDACTED_NOT_PRESENT',
    schemaVersion: SCHEMA_VERSION,
  }
}

type RunStrategy = AutotradingConfig['effective']['strategies'][number]

const effectiveConfig = ({ constitution, autoResume, ...rules }: Rules): AutotradingConfig['effective'] => ({
  limits: { ...constitution.limits },
  gates: GATES.map(({ id, code, kind }) => ({ gateId: id, code, kind })),
  breakers: breakerBodies(constitution),
  timeouts: { ...constitution.data },
  execution: { ...constitution.execution },
  autotrading: { ...constitution.autotrading },
  strategies: runStrategies(rules),
  books: rules.books.map(({ bookId, mode, symbols, intervals, strategies, explores, manualSymbols }) => ({
    bookId,
    mode,
    symbols: symbols && [...symbols],
    timeframes: [...intervals],
    strategies: [...strategies],
    explores,
    manualSymbols: [...manualSymbols],
  })),
  recvWindowMs: constitution.execution.recvWindowMs,
  protection: { ...constitution.protection },
  deadMan: null,
  autoResume,
})

/** Returns the strategies of a trading scope, for each of its timeframes. */
const runStrategies = ({ books, strategiesFor }: Pick<Rules, 'books' | 'strategiesFor'>): RunStrategy[] =>
  INTERVALS.flatMap((timeframe) => {
    const traded = new Set(books.flatMap((book) => (book.intervals.includes(timeframe) ? book.strategies : [])))
    return strategiesFor(timeframe)
      .filter(({ id }) => traded.has(id))
      .map((definition) => strategyBody(definition, timeframe))
  })

const strategyBody = (definition: StrategyDefinition, timeframe: Interval): RunStrategy => ({
  strategyId: definition.id,
  name: definition.name,
  family: definition.family,
  version: definition.version,
  digest: definitionDigest(definition),
  timeframe,
  params: { ...definition.params },
  warmupBars: definition.warmupBars,
  horizonBars: definition.horizonBars,
  needs: [...definition.needs],
})

/** Lists the breakers; their limits do not depend on readings, so empty readings suffice. */
const breakerBodies = ({ limits, data }: Constitution): AutotradingConfig['effective']['breakers'] =>
  readBreakers(NOTHING_OBSERVED, { ...limits, ...data }).map(({ id, limit }) => ({
    id,
    reset: breakerReset(id),
    limit,
  }))

const breakerReset = (id: BreakerId): (typeof BREAKERS)[BreakerId] => BREAKERS[id]

const NOTHING_OBSERVED = {
  bookAgeMs: null,
  privateStreamAgeMs: null,
  clock: { checked: true, offsetMs: null, errorMs: null, isStepped: false },
  reconciliationAgeMs: null,
  commitP99Ms: null,
  exchangeErrorPct: null,
  day: { netPct: null, drawdownPct: null, lossStreak: 0 },
}
