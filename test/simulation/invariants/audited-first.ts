import type { AuditEntry, Fact } from '../../../server/engine/model/facts.ts'
import type { Evidence, Invariant } from './invariant.ts'

const TICK_MS = 100
/** Timeout for the audit entry of a result. */
const RESULT_WITHIN_MS = 12_000
/** Actions whose result has a separate entry. */
const HAVE_RESULTS = new Set(['PAUSE', 'RESUME', 'STOP_CLEAR'])
const REMEMBERED = 500

/**
 * I8: a stop, pause, resume or clear is recorded in the audit log with its actor before it takes effect, and its result
 * afterwards.
 */
export const auditedFirst = (evidence: Evidence): Invariant => {
  const entries: AuditEntry[] = []
  const awaited = new Map<string, { readonly action: string; forMs: number }>()
  let control = ''

  /** Returns whether a fact only changes the reason of a state, which needs no authority and has no actor. */
  const isExplanation = (fact: Fact): boolean => {
    if (fact.kind !== 'controlChanged') return false
    const before = control
    control = `${fact.state} ${fact.desired}`
    return control === before
  }

  const noteEntry = (entry: AuditEntry): void => {
    entries.push(entry)
    if (entries.length > REMEMBERED) entries.shift()
    if (!HAVE_RESULTS.has(entry.action)) return
    if (entry.outcome === 'INTENT') awaited.set(entry.auditId, { action: entry.action, forMs: 0 })
    else awaited.delete(entry.auditId)
  }

  return {
    onFact(fact) {
      if (fact.kind === 'audited') return noteEntry(fact.entry)
      const wanted = isExplanation(fact) ? undefined : wantedFor(fact)
      if (wanted && !entries.some((entry) => entry.atMs === wanted.atMs && wanted.fits(entry))) {
        evidence.violate('I8', `${wanted.what} is in the journal, but the audit has no actor for it`)
      }
    },
    onTick() {
      if (!evidence.isHealthy || evidence.isBehind) return
      for (const [auditId, due] of awaited) {
        due.forMs += TICK_MS
        if (due.forMs <= RESULT_WITHIN_MS) continue
        evidence.violate('I8', `${due.action} ${auditId} has no result in the audit after ${due.forMs} ms`)
      }
    },
    onRecovered() {
      awaited.clear()
    },
  }
}

interface Wanted {
  readonly what: string
  readonly atMs: number
  fits(entry: AuditEntry): boolean
}

const isDecided = ({ outcome }: AuditEntry): boolean => outcome === 'INTENT' || outcome === 'REPEATED'

const wantedFor = (fact: Fact): Wanted | undefined => {
  switch (fact.kind) {
    case 'controlChanged': {
      const { state, atMs } = fact
      if (fact.reason.code === 'STOPPED') return undefined
      return { what: `the state ${state}`, atMs, fits: (entry) => isDecided(entry) && leadsTo(entry, fact) }
    }
    case 'latchEngaged':
    case 'stopRepeated':
      return {
        what: fact.kind,
        atMs: fact.atMs,
        fits: (entry) => isDecided(entry) && entry.action === 'EMERGENCY_STOP',
      }
    case 'latchReleased':
      return { what: fact.kind, atMs: fact.atMs, fits: (entry) => isDecided(entry) && entry.action === 'STOP_CLEAR' }
    case 'stopCompleted':
      return { what: fact.kind, atMs: fact.atMs, fits: ({ outcome }) => outcome === 'DONE' }
    default:
      return undefined
  }
}

/** Returns whether an entry explains a change. A start that finds the stop engaged records only the start. */
const leadsTo = ({ after, action }: AuditEntry, { state }: Extract<Fact, { kind: 'controlChanged' }>): boolean =>
  after?.split(',')[0] === state || (action === 'START' && state === 'HALTED')
