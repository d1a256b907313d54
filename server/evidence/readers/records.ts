/**
 * Readers of the records over days: status, observations, drills, open faults, and the packets, waivers, checks and
 * grant for live trading.
 */

import { INSUFFICIENT } from '../../../contract/monitor/surface.ts'
import { DAY_MS, type Instant, isFresh, SECOND_MS } from '../../core/instant.ts'
import { unprotectedBeyond } from '../../engine/trading/guards.ts'
import { INPUTS, type InputName } from '../../monitor/frame/inputs.ts'
import type { Observed } from '../../monitor/frame/observed.ts'
import type { OpenFaults } from '../../monitor/frame/open-faults.ts'
import type { Frame } from '../../monitor/frame/surface.ts'
import type {
  Drill,
  LiveGrantTruth,
  LiveKeyTruth,
  ReadinessCheck,
  StoredPackets,
  Waiver,
} from '../../monitor/inputs/go-live.ts'
import type { EvidenceRecordTruth, StatusHistoryTruth, WatchTruth } from '../../monitor/inputs/observation.ts'
import type { StatusInputs } from '../../monitor/surfaces/public-status/component.ts'
import { judgeComponents } from '../../monitor/surfaces/public-status/components.ts'
import { PUBLIC_NEEDS, publicFault, publicJudgement } from '../../monitor/surfaces/public-status/public-verdict.ts'
import type { TruthSources } from '../evidence-sources.ts'
import { always, type Reader } from '../reader.ts'
import { noteStatus, statusHistoryTruth } from '../records/status-history.ts'
import {
  auditReader,
  clockReader,
  feedsReader,
  latchReader,
  positionsReader,
  privateStreamReader,
  reconciliationReader,
  storeReader,
} from './engine.ts'

/** Samples the public status once a second, even without requests. */
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

/** Returns the observations behind the public status; from the engine, only those that are cheap to read. */
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

export const evidenceRecordReader = always<EvidenceRecordTruth>(({ evidence }, nowMs) => ({
  value: evidence.truth(),
  observedAtMs: nowMs,
}))

export const drillsReader = always<readonly Drill[]>(({ state, records }, nowMs) => {
  const { ledger, session, rules } = state
  const isUnsafe =
    session.foreignEpoch !== null || unprotectedBeyond(ledger, rules.constitution.protection.budgetMs, nowMs) > 0
  records.drills.noteBoot(records.boot, isUnsafe, nowMs)
  const value = records.drills.drills()
  return { value, observedAtMs: nowMs, sampleSize: value.length }
})

export const openFaultsReader = always<OpenFaults>(({ records }, nowMs) => ({
  value: records.faults.faults(),
  observedAtMs: nowMs,
}))

/** Records the observations that the readiness gates evaluate over time, once a second. */
export const watchReader: Reader<WatchTruth> = {
  at: 'BACKGROUND',
  everyMs: SECOND_MS,
  read(sources, nowMs) {
    const { state, records } = sources
    const { session, ledger, rules } = state
    const { constitution } = rules
    const feeds = feedsReader.read(sources, nowMs)
    const { offsetMs, errorMs, atMs } = session.clock
    records.watch.note({
      atMs: nowMs,
      isFeedFresh: feeds !== undefined && nowMs - feeds.observedAtMs <= INPUTS.feeds.maxAgeMs(constitution),
      reconciledAtMs: session.reconciliation.doneAtMs,
      differs: ledger.differences.size > 0,
      clock: offsetMs === null || errorMs === null ? null : { atMs, offMs: Math.abs(offsetMs) + errorMs },
    })
    const value = records.watch.truth(constitution.monitor.goLiveWindowDays * DAY_MS, nowMs)
    return { value, observedAtMs: nowMs }
  },
}

export const packetReader = always<StoredPackets>(({ readiness }) => {
  const packets = readiness.packets()
  return (
    packets && {
      value: packets,
      observedAtMs: Date.parse(packets.current.mintedAt),
      digest: packets.current.packetHash,
    }
  )
})

/** Reads the waivers; an unreadable file waives nothing and provides no input. */
export const waiversReader = always<readonly Waiver[]>(({ readiness }, nowMs) => {
  const waivers = readiness.waivers()
  return waivers && { value: waivers, observedAtMs: nowMs, sampleSize: waivers.length }
})

/** Reads the readiness checks; an unreadable file proves nothing. */
export const readinessChecksReader = always<readonly ReadinessCheck[]>(({ readiness }, nowMs) => {
  const checks = readiness.checks()
  return checks && { value: checks, observedAtMs: nowMs, sampleSize: checks.length }
})

export const liveGrantReader = always<LiveGrantTruth>(({ readiness }, nowMs) => {
  const grant = readiness.liveGrant()
  return grant && { value: grant, observedAtMs: nowMs }
})

const KEYS_EVERY_MS = 10 * SECOND_MS

export const liveKeyReader: Reader<LiveKeyTruth> = {
  at: 'SNAPSHOT',
  everyMs: KEYS_EVERY_MS,
  read({ readiness }, nowMs) {
    const key = readiness.liveKey()
    return key && { value: key, observedAtMs: nowMs }
  },
}
