import type { ControlState } from '../../../server/domain/control/control-state.ts'
import type { Actor } from '../../../server/engine/model/events.ts'
import type { Fact } from '../../../server/engine/model/facts.ts'
import { decidedToIncrease } from './decided.ts'
import type { Evidence, Invariant } from './invariant.ts'

type Changed = Extract<Fact, { kind: 'controlChanged' }>
type Way = `${ControlState} ${ControlState} ${Actor['type']}`

const AROUND: readonly ControlState[] = [
  'STOPPED',
  'STARTING',
  'RECONCILING',
  'RUNNING',
  'DEGRADED',
  'PAUSED',
  'HALTED',
]
const LIVING: readonly ControlState[] = ['RECONCILING', 'RUNNING', 'DEGRADED', 'PAUSED', 'HALTED']
const ANYBODY: readonly Actor['type'][] = ['USER', 'HOST', 'ENGINE']

/** Independent list of every transition between states, and who may request it. */
const WAYS: ReadonlySet<string> = new Set<Way>([
  ...AROUND.flatMap((from) => ANYBODY.map((who): Way => `${from} HALTED ${who}`)),
  ...ANYBODY.map((who): Way => `STOPPING HALTED ${who}`),
  ...AROUND.map((from): Way => `${from} RECONCILING HOST`),
  'STOPPING RECONCILING HOST',
  ...LIVING.map((from): Way => `${from} STOPPING HOST`),
  'STOPPING STOPPED ENGINE',
  'RECONCILING PAUSED ENGINE',
  'RECONCILING RUNNING ENGINE',
  'RUNNING DEGRADED ENGINE',
  'DEGRADED RUNNING ENGINE',
  ...ANYBODY.flatMap((who): Way[] => [`RUNNING PAUSED ${who}`, `DEGRADED PAUSED ${who}`]),
  'PAUSED RUNNING HOST',
])

/** States in which users may increase their positions. */
const MAY_INCREASE: ReadonlySet<ControlState> = new Set<ControlState>(['RUNNING', 'DEGRADED', 'PAUSED'])

/**
 * I10: states change only along their transitions, and only a confirmation by the host reverses a restriction by
 * people.
 */
export const states = (evidence: Evidence): Invariant => {
  const { books } = evidence
  /** True when a person has paused or stopped since the host last resumed. */
  let isTaken = false
  let resumedAtMs = Number.NEGATIVE_INFINITY

  /** Returns whether the host has just confirmed it; a late record may have been confirmed earlier. */
  const isResumed = ({ by }: Changed): boolean =>
    by.type === 'HOST' && (evidence.confirming.includes('resume') || evidence.isBelated)

  const findFault = (fact: Changed): readonly [invariant: string, seen: string] | undefined => {
    const { state: from, desired: wanted } = books.control
    const { state, desired, by } = fact
    const changes = from !== state || by.type === 'HOST'
    if (changes && !WAYS.has(`${from} ${state} ${by.type}`)) return ['STATES', `${by.type} brought ${from} to ${state}`]
    if (isResumed(fact)) return undefined
    if (state === 'RUNNING' && isTaken)
      return ['I10', `${from} became RUNNING by ${by.type}, and no host has confirmed it`]
    if (desired === 'PAUSED' || wanted === 'RUNNING') return undefined
    return ['I10', `running is requested again by ${by.type} without a host confirmation`]
  }

  const check = (fact: Changed): void => {
    const fault = findFault(fact)
    if (fault) evidence.violate(...fault)
    if (fact.desired === 'PAUSED') isTaken = true
    else if (isResumed(fact)) {
      isTaken = false
      resumedAtMs = fact.atMs
    }
  }

  return {
    onFact(fact) {
      if (fact.kind === 'controlChanged') check(fact)
      const order = decidedToIncrease(evidence, fact)
      if (order && !MAY_INCREASE.has(books.control.state)) {
        evidence.violate('I2', `${order.venueClientId} increases risk and was sent while ${books.control.state}`)
      }
    },
    onAnswered(event, outcome) {
      const isResumedSince = resumedAtMs >= event.atMs
      const isConsistent = books.control.desired === 'PAUSED' || isResumedSince || evidence.isBehind
      if (event.kind !== 'command' || isConsistent) return
      const { kind } = event.command
      if (outcome.kind === 'refused' || (kind !== 'pause' && kind !== 'emergencyStop')) return
      evidence.violate('I10', `${kind} was answered, but the journal still requests running`)
    },
    onRecovered({ control }) {
      const { state, desired } = books.control
      if (control.state === state && control.desired === desired) return
      evidence.violate('I10', `${state} (${desired}) has become ${control.state} (${control.desired}) by a restart`)
    },
  }
}
