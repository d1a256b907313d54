import type { Candidate } from '../order/order.ts'
import type { Gate, GateReading } from './gate.ts'
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
  const { pass, observed, limit, unit } = observation
  const { id, code, kind } = gate
  return {
    gateId: id,
    code,
    kind,
    enforced: gate.enforces(candidate, view),
    pass,
    observed,
    limit,
    unit,
    get detail() {
      return observation.detail
    },
  }
}
