import type { Candidate } from '../order/order.ts'
import type { Gate, GateReading, Observation } from './gate.ts'
import { isSameObservation } from './observation.ts'
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

  /**
   * Evaluates every gate, even after one has failed, so that a refusal lists all failed gates. Unless the readings are
   * recorded, only those of the gates that refuse are returned, without sentences.
   */
  static passGates(candidate: Candidate, view: RiskView, gates: readonly Gate[], isRecorded = true): Verdict {
    const readings = isRecorded ? readGates(candidate, view, gates) : readRefusals(candidate, view, gates)
    const refused = readings.some(({ enforced, pass }) => enforced && !pass)
    return { readings, approved: refused ? undefined : new Approved(candidate) }
  }
}

/** Readings of the gates; `approved` is present when no enforced gate failed. */
export interface Verdict {
  readonly readings: readonly GateReading[]
  readonly approved: Approved | undefined
}

const readGates = (candidate: Candidate, view: RiskView, gates: readonly Gate[]): readonly GateReading[] => {
  const newest = findNewest(gates)
  return gates.map((gate, index) => {
    const observation = gate.read(candidate, view)
    const enforced = gate.enforces(candidate, view)
    const known = newest[index]
    if (known?.reading.enforced === enforced && isSameObservation(known.observation, observation)) return known.reading
    const reading = toReading(gate, observation, { enforced, detail: observation.detail })
    newest[index] = { observation, reading }
    return reading
  })
}

const readRefusals = (candidate: Candidate, view: RiskView, gates: readonly Gate[]): readonly GateReading[] => {
  const readings: GateReading[] = []
  for (const gate of gates) {
    if (!gate.enforces(candidate, view)) continue
    const observation = gate.read(candidate, view)
    if (!observation.pass) readings.push(toReading(gate, observation, { enforced: true, detail: '' }))
  }
  return readings
}

interface Newest {
  readonly observation: Observation
  readonly reading: GateReading
}

const findNewest = (gates: readonly Gate[]): Newest[] => {
  const known = newestReadings.get(gates)
  if (known) return known
  const newest: Newest[] = []
  newestReadings.set(gates, newest)
  return newest
}

/** Newest reading of each gate of a list: most gates have the same one for successive orders. */
const newestReadings = new WeakMap<readonly Gate[], Newest[]>()

const toReading = (
  { id, code, kind }: Gate,
  { pass, observed, limit, unit }: Observation,
  { enforced, detail }: Pick<GateReading, 'enforced' | 'detail'>,
): GateReading => ({ gateId: id, code, kind, enforced, pass, observed, limit, unit, detail })
