import type { Candidate } from '../order/order.ts'
import { type Gate, type GateReading, isAutotradingEntry, type Observation } from './gate.ts'
import type { RiskView } from './risk-view.ts'

/** Proof that a candidate passed every gate: only `passGates` creates one, and it can be neither copied nor altered. */
export class Approved {
  readonly #candidate: Candidate

  private constructor(candidate: Candidate) {
    this.#candidate = candidate
  }

  get candidate(): Candidate {
    return this.#candidate
  }

  /** Evaluates every gate, even after one has failed, so that a refusal lists all failed gates. */
  static passGates(candidate: Candidate, view: RiskView, gates: readonly Gate[]): Verdict {
    const readings = gates.map((gate) => readGate(gate, candidate, view))
    const refused = readings.some(({ enforced, pass }) => enforced && !pass)
    return { readings, approved: refused ? undefined : new Approved(candidate) }
  }
}

/** Readings of all gates; `approved` is present when no enforced gate failed. */
export interface Verdict {
  readonly readings: readonly GateReading[]
  readonly approved: Approved | undefined
}

const readGate = (gate: Gate, candidate: Candidate, view: RiskView): GateReading => {
  const observation = gate.read(candidate, view)
  const enforced = gate.enforces(candidate, view)
  const newest = newestReadings.get(gate)
  if (newest?.observation === observation && newest.reading.enforced === enforced) return newest.reading
  const reading = isAutotradingEntry(candidate)
    ? toLazy(gate, observation, enforced)
    : toReading(gate, observation, enforced)
  newestReadings.set(gate, { observation, reading })
  return reading
}

/** Newest reading of each gate: most gates have the same one for successive orders. */
const newestReadings = new WeakMap<Gate, { readonly observation: Observation; readonly reading: GateReading }>()

const toReading = ({ id, code, kind }: Gate, observation: Observation, enforced: boolean): GateReading => {
  const { pass, observed, limit, unit, detail } = observation
  return { gateId: id, code, kind, enforced, pass, observed, limit, unit, detail }
}

/** Composes the sentence when it is read, because a backtest reads none. */
const toLazy = ({ id, code, kind }: Gate, observation: Observation, enforced: boolean): GateReading => {
  const { pass, observed, limit, unit } = observation
  return {
    gateId: id,
    code,
    kind,
    enforced,
    pass,
    observed,
    limit,
    unit,
    get detail() {
      return observation.detail
    },
  }
}
