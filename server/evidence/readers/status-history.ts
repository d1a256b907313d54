import { INSUFFICIENT } from '../../../contract/monitor/surface.ts'
import { type Instant, isFresh, SECOND_MS } from '../../core/instant.ts'
import { INPUTS, type InputName } from '../../monitor/frame/inputs.ts'
import type { Observed } from '../../monitor/frame/observed.ts'
import type { Frame } from '../../monitor/frame/surface.ts'
import type { StatusHistoryTruth } from '../../monitor/inputs/observation.ts'
import type { StatusInputs } from '../../monitor/surfaces/public-status/component.ts'
import { judgeComponents } from '../../monitor/surfaces/public-status/components.ts'
import { PUBLIC_NEEDS, publicFault, publicJudgement } from '../../monitor/surfaces/public-status/public-verdict.ts'
import type { TruthSources } from '../evidence-sources.ts'
import type { Reader } from '../reader.ts'
import { noteStatus, statusHistoryTruth } from '../records/status-history.ts'
import { positionsReader } from './books.ts'
import { latchReader } from './engine.ts'
import {
  auditReader,
  clockReader,
  feedsReader,
  privateStreamReader,
  reconciliationReader,
  storeReader,
} from './health.ts'

/** Samples the public status once a second, requested or not. */
export const statusHistoryReader: Reader<StatusHistoryTruth> = {
  at: 'BACKGROUND',
  everyMs: SECOND_MS,
  read(sources, nowMs) {
    const { history } = sources.records
    const observed = readInputs(sources, nowMs)
    const inputs: StatusInputs = Object.fromEntries([...observed].map(([name, { value }]) => [name, value]))
    const observedAtMs = (name: InputName) => observed.get(name)?.observedAtMs
    const frame = { nowMs, constitution: sources.state.rules.constitution, observedAtMs }
    noteStatus(history, {
      verdict: judgeVerdict(inputs, frame),
      components: judgeComponents(inputs, frame),
      atMs: nowMs,
    })
    return { value: statusHistoryTruth(history), observedAtMs: nowMs }
  },
}

type Standpoint = Pick<Frame, 'nowMs' | 'constitution' | 'observedAtMs'>

/** Verdict as computed by the surface itself. */
const judgeVerdict = (inputs: StatusInputs, frame: Standpoint): string =>
  publicFault(inputs, frame)?.verdict ?? (isObserved(frame) ? publicJudgement(inputs, frame).verdict : INSUFFICIENT)

const isObserved = ({ nowMs, constitution, observedAtMs }: Standpoint): boolean =>
  PUBLIC_NEEDS.every((name) => {
    const atMs = observedAtMs(name)
    return atMs !== undefined && isFresh(atMs, nowMs, INPUTS[name].maxAgeMs(constitution))
  })

const READ = {
  latch: latchReader,
  store: storeReader,
  feeds: feedsReader,
  privateStream: privateStreamReader,
  reconciliation: reconciliationReader,
  positions: positionsReader,
  clock: clockReader,
  audit: auditReader,
}

/** Observations that the public status is computed from; of the engine, only those that are cheap to read. */
const readInputs = (sources: TruthSources, nowMs: Instant): Map<string, Observed<unknown>> => {
  const observed = new Map<string, Observed<unknown>>([
    ['engine', { value: sources.control.brief(), observedAtMs: nowMs }],
    ['channels', { value: sources.messenger.channels(), observedAtMs: nowMs }],
  ])
  for (const [name, reader] of Object.entries(READ)) {
    const reading = reader.read(sources, nowMs)
    if (reading && 'observedAtMs' in reading) observed.set(name, reading)
  }
  return observed
}
