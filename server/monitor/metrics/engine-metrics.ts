import { CONTROL_STATES } from '../../domain/control/control-state.ts'
import type { TruthInputs } from '../frame/inputs.ts'
import { flag, gauge, gauges, type MetricFamily } from './metric-family.ts'

type Engine = TruthInputs['engine']

/** Builds the metrics of autotrading: its state, permissions and activity. */
export const engineMetrics = (engine: Engine | undefined, latch: TruthInputs['latch'] | undefined): MetricFamily[] => [
  gauge('emergency_stop_engaged', 'Whether an emergency stop is engaged.', flag(latch?.engaged)),
  ...(engine ? [...stateMetrics(engine), ...hindranceMetrics(engine), ...activityMetrics(engine)] : []),
]

const stateMetrics = ({ state, stateSince, allowed, executionMode, lastOrderAt }: Engine): MetricFamily[] => [
  gauges(
    'engine_state',
    'The state the engine is in.',
    CONTROL_STATES.map((one) => ({ labels: { state: one }, value: flag(one === state) })),
  ),
  gauge('engine_state_since_timestamp_seconds', 'Since when it is in its state.', toInstantSeconds(stateSince)),
  gauges('execution_mode', 'Where orders go.', [{ labels: { mode: executionMode }, value: 1 }]),
  gauges(
    'authority',
    'What the engine may do now; the gates come on top.',
    Object.entries(allowed).map(([what, isAllowed]) => ({ labels: { what }, value: flag(isAllowed) })),
  ),
  gauge('last_order_timestamp_seconds', 'Time at which the last order was sent.', toInstantSeconds(lastOrderAt)),
]

const hindranceMetrics = ({ topBlockers, breakers, quarantines, exchange }: Engine): MetricFamily[] => [
  gauges(
    'blocker',
    'The five longest-standing blockers of autotrading entries.',
    topBlockers.map(({ gateId, code, kind }) => ({ labels: { gate: gateId, code, kind }, value: 1 })),
  ),
  gauges(
    'breaker_open',
    'Whether a breaker holds authority back.',
    breakers.map(({ id, state }) => ({ labels: { breaker: id }, value: flag(state !== 'ARMED') })),
  ),
  gauge('quarantined_strategies', 'Strategies that enter nothing until the host lets them.', quarantines.length),
  gauge('exchange_connected', '1 when the exchange sends updates of our orders.', flag(exchange.connected)),
  gauges(
    'exchange_trouble',
    'What is wrong between us and the exchange now.',
    [...new Set(exchange.troubles.map(({ code }) => code))].map((code) => ({ labels: { code }, value: 1 })),
  ),
]

const activityMetrics = ({ counters24h }: Engine): MetricFamily[] => [
  gauges(
    'events_24h',
    'What was done in the last 24 hours: signals, candidates, decisions, orders, fills.',
    Object.entries(counters24h).map(([kind, value]) => ({ labels: { kind }, value })),
  ),
]

const toInstantSeconds = (text: string | null): number | null => (text === null ? null : Date.parse(text) / 1_000)
