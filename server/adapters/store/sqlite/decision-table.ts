/**
 * SQLite table of order decisions with their gate readings, most of them stored as differences from an earlier
 * decision.
 */

import type { DatabaseSync } from 'node:sqlite'
import { assert } from '../../../core/assert.ts'
import { writePlain } from '../../../core/exact-json.ts'
import type { Order } from '../../../domain/order/order.ts'
import type { GateReading } from '../../../domain/risk/gate.ts'
import type { Decision } from '../../../engine/model/facts.ts'
import type { TradingStore } from '../../../views/ports.ts'
import type { Row, Writes } from './rows.ts'

/** Query of decisions to send or refuse orders, with the readings of every gate. */
export interface DecisionTable {
  readonly find: TradingStore['findDecision']
}

export const DECISION_WRITES: Writes = {
  decisions: 'INSERT OR REPLACE INTO decisions (decision_id, order_id, body) VALUES (?, ?, ?)',
}

/** A decision stored as its differences from an earlier one of the same symbol, which is stored in full. */
interface DecisionDifferences extends Omit<Decision, 'readings'> {
  readonly base: string
  /** Readings that differ: their index, and the members that differ. */
  readonly changed: readonly Changed[]
}

type Changed = readonly [index: number, members: Partial<GateReading>]

/**
 * Creates the conversion of the decisions of one store, in the order in which they are stored. Most gates have the same
 * reading for successive orders of a symbol, so most decisions are stored as differences from an earlier one.
 */
export const createDecisionRows = (): DecisionRows => {
  const bases = new Map<string, Decision>()
  return (decision, { orderId, terms }) => {
    const base = bases.get(terms.symbol)
    const differences = base && printDifferences(decision, base)
    if (differences === undefined) bases.set(terms.symbol, decision)
    return ['decisions', decision.decisionId, orderId, differences ?? writePlain(decision)]
  }
}

export type DecisionRows = (decision: Decision, order: Pick<Order, 'orderId' | 'terms'>) => Row

/** Prints the differences; undefined when there are too many, and the decision then becomes the base of later ones. */
const printDifferences = ({ readings, ...rest }: Decision, base: Decision): string | undefined => {
  if (readings.length !== base.readings.length) return undefined
  const changed: Changed[] = []
  let left = readings.length * CHANGED_MAX
  for (let index = 0; index < readings.length; index++) {
    const reading = readings[index]
    const before = base.readings[index]
    if (!reading || before?.gateId !== reading.gateId) return undefined
    if (isSame(reading, before)) continue
    if (left-- < 1) return undefined
    changed.push([index, changedMembers(reading, before)])
  }
  return writePlain({ ...rest, base: base.decisionId, changed })
}

/** Maximum share of readings that may differ from the base. */
const CHANGED_MAX = 0.75

const isSame = (a: GateReading, b: GateReading): boolean =>
  a === b ||
  (a.observed === b.observed &&
    a.limit === b.limit &&
    a.pass === b.pass &&
    a.enforced === b.enforced &&
    a.unit === b.unit &&
    a.code === b.code &&
    a.kind === b.kind &&
    a.detail === b.detail)

/** The members in which two readings of a gate can differ. */
const MEMBERS = Object.keys({
  code: true,
  kind: true,
  enforced: true,
  pass: true,
  observed: true,
  limit: true,
  unit: true,
  detail: true,
} satisfies Record<Exclude<keyof GateReading, 'gateId'>, true>) as Exclude<keyof GateReading, 'gateId'>[]

const changedMembers = (reading: GateReading, before: GateReading): Changed[1] => {
  const members: Record<string, unknown> = {}
  for (const name of MEMBERS) {
    const value = reading[name]
    if (value !== before[name]) members[name] = value
  }
  return members
}

export const decisionTable = (database: DatabaseSync): DecisionTable => {
  const select = database.prepare('SELECT body FROM decisions WHERE decision_id = ?')
  const read = (decisionId: string): Decision | DecisionDifferences | undefined => {
    const row = select.get(decisionId)
    return row && (JSON.parse(String(row.body)) as Decision | DecisionDifferences)
  }
  /** Base of the decision that was read last, which is usually that of the next one as well. */
  let lastBase: Decision | undefined
  const readBase = (decisionId: string): Decision => {
    const base = lastBase?.decisionId === decisionId ? lastBase : read(decisionId)
    assert(base && 'readings' in base, `decision ${decisionId} must be stored in full`)
    lastBase = base
    return base
  }
  return {
    find(decisionId) {
      const stored = read(decisionId)
      return stored === undefined || 'readings' in stored ? stored : applyDifferences(readBase(stored.base), stored)
    },
  }
}

const applyDifferences = (base: Decision, { base: _, changed, ...rest }: DecisionDifferences): Decision => {
  const members = new Map(changed)
  return { ...rest, readings: base.readings.map((reading, index) => ({ ...reading, ...members.get(index) })) }
}
