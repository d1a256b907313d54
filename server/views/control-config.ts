import { createHash } from 'node:crypto'
import type { AutotradingConfig } from '../../contract/control.ts'
import { canonicalJson } from '../core/canonical-json.ts'
import { toRfc3339 } from '../core/instant.ts'
import { BREAKERS, type BreakerId, readBreakers } from '../domain/control/breakers.ts'
import type { Constitution } from '../domain/risk/constitution.ts'
import { GATES } from '../domain/risk/gates/index.ts'
import { type ControlReader, SCHEMA_VERSION } from './control-reader.ts'

/** What autotrading is configured with, and the hash that tells it from any other. */
export const controlConfig = ({ state, constitution, loadedAtMs }: ControlReader): AutotradingConfig => {
  const effective = effectiveOf(state.rules)
  return {
    configVersion: state.session.epoch,
    configHash: hashOf(effective),
    constitutionHash: constitution.hash,
    loadedAt: toRfc3339(loadedAtMs),
    source: constitution.source,
    effective,
    secrets: 'REDACTED_NOT_PRESENT',
    schemaVersion: SCHEMA_VERSION,
  }
}

export const hashOf = (value: unknown): string => createHash('sha256').update(canonicalJson(value)).digest('hex')

const effectiveOf = ({
  constitution,
  autoResume,
}: ControlReader['state']['rules']): AutotradingConfig['effective'] => ({
  limits: { ...constitution.limits },
  gates: GATES.map(({ id, code, kind }) => ({ gateId: id, code, kind })),
  breakers: breakersOf(constitution),
  timeouts: { ...constitution.data },
  execution: { ...constitution.execution },
  strategies: [],
  books: [],
  recvWindowMs: constitution.execution.recvWindowMs,
  protection: { ...constitution.protection },
  deadMan: null,
  autoResume,
})

/** The limits do not depend on what is seen: the readings of nothing carry them. */
const breakersOf = ({ limits, data }: Constitution): AutotradingConfig['effective']['breakers'] =>
  readBreakers(NOTHING_SEEN, { ...limits, ...data }).map(({ id, limit }) => ({ id, reset: resetOf(id), limit }))

const resetOf = (id: BreakerId): (typeof BREAKERS)[BreakerId] => BREAKERS[id]

const NOTHING_SEEN = {
  bookAgeMs: null,
  privateStreamAgeMs: null,
  clock: { checked: true, errorMs: null },
  reconciliationAgeMs: null,
  commitP99Ms: null,
  exchangeErrorPct: null,
  day: { netPct: null, drawdownPct: null, lossStreak: 0 },
}
