/**
 * Control of the engine: opens the desks that stop, pause and resume it, and watches the stop file and the audit log
 * while it runs.
 */

import type { Logger } from 'pino'
import type { WrittenAudit } from '../adapters/store/writer/store-writer.ts'
import { every } from '../core/every.ts'
import type { MakeId } from '../core/id.ts'
import { SECOND_MS } from '../core/instant.ts'
import type { StopCode } from '../domain/control/stop.ts'
import { type OpenControlDesk, openControlDesk } from '../engine/desks/control-desk.ts'
import { openRaisingDesk, type RaisingDesk } from '../engine/desks/host-desk.ts'
import { ENGINE, type StopOrder } from '../engine/model/events.ts'
import type { Clock } from '../engine/model/ports.ts'
import type { Inbox } from '../engine/run/inbox.ts'
import type { ControlBooks } from '../engine/state/control-state.ts'
import { auditBeside, createMemory, type Memory } from '../engine/state/memory.ts'
import { engageSwitch, isStopEngaged, type StopSwitch } from '../engine/state/stop-switch.ts'
import type { AuditReader } from '../views/audit-view.ts'
import type { Books } from './engine-state.ts'

/** Controls that stop, pause and resume the engine, and the audit record of them. */
export interface OpenControl {
  readonly audit: WrittenAudit
  readonly memory: Memory
  readonly stopSwitch: StopSwitch
  readonly desk: OpenControlDesk
  /** Reserved for the host. */
  readonly raising: RaisingDesk
  /** Returns the epoch of the newest run in the audit log; it survives a lost or restored database. */
  lastEpoch(): Promise<number>
  /** Engages the stop before the engine runs; the engine applies it when it starts. An engaged stop is not replaced. */
  engageFor(code: StopCode, reason: string): void
  /** Starts watching the stop file and the audit log, once the engine runs. */
  begin(): void
}

export interface ControlParts {
  readonly books: Books
  readonly stopSwitch: StopSwitch
  readonly inbox: Inbox
  readonly ids: MakeId
  readonly clock: Clock
  /** Monotonic clock, for durations. */
  readonly monotonic: () => number
  /** Generates an unguessable confirmation code for the host. */
  readonly makeCode: () => string
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}

export const openControl = (parts: ControlParts): OpenControl => {
  const { books, stopSwitch, inbox, ids, clock, monotonic, makeCode } = parts
  const { state, store, writer } = books
  const { audit, append, prepare, copied } = writer
  if (state.ledger.latch) engageSwitch(stopSwitch, state.ledger.latch)
  const memory = createMemory({ ...store.journal, append, prepare, ...(copied && { copied }) }, audit)
  const common = { stopSwitch, submit: inbox.submit, now: clock }
  const desk = openControlDesk({
    ...common,
    books: state.ledger,
    session: state.session,
    ids: { stop: () => ids('stp'), audit: () => ids('aud') },
    monotonic,
    delay: (ms, task) => void setTimeout(task, ms).unref(),
  })
  const raising = openRaisingDesk({
    ...common,
    state,
    audit: auditBeside(memory),
    auditFault: () => audit.state().broken,
    ids: { audit: () => ids('aud') },
    makeCode,
  })
  return {
    audit,
    memory,
    stopSwitch,
    desk,
    raising,
    lastEpoch: () => newestEpochIn(audit),
    engageFor(code, reason) {
      const made = { stopId: ids('stp'), auditId: ids('aud'), atMs: clock(), by: ENGINE }
      engageSwitch(stopSwitch, { ...made, code, reason, flatten: 'NONE' })
    },
    begin: () => begin(parts, { audit, stopSwitch, desk }),
  }
}

/** Maximum number of audit entries from the host since the last run. */
const ENTRIES_SCANNED = 1_000

/** Returns the newest epoch in the audit log; 0 if none. */
export const newestEpochIn = async (audit: Pick<AuditReader, 'find'>): Promise<number> => {
  const any = { before: null, fromMs: null, toMs: null, actorType: null, actor: null, action: null, outcome: null }
  const { entries } = await audit.find({ ...any, target: null, requestId: null, limit: ENTRIES_SCANNED })
  return Math.max(0, ...entries.map(({ epoch }) => epoch ?? 0))
}

type Watched = Pick<OpenControl, 'audit' | 'stopSwitch' | 'desk'>

const begin = ({ books, logger, resources }: ControlParts, { audit, stopSwitch, desk }: Watched): void => {
  if (isStopEngaged(stopSwitch) && !books.state.ledger.latch) void desk.stopFor('STOP_FILE', STOP_FILE_AT_START)
  resources.defer(watchStopFile({ stopSwitch, books: books.state.ledger, desk }))
  const checkAudit = auditWatch({ audit, desk }, logger)
  checkAudit()
  resources.defer(every(SECOND_MS, checkAudit))
}

const STOP_FILE_AT_START = 'The stop file already existed when the engine started.'

/** Stops the engine when the audit log was altered, and logs when it cannot be signed, once per fault. */
const auditWatch = ({ audit, desk }: Pick<Watched, 'audit' | 'desk'>, logger: Logger): (() => void) => {
  let lastReported: string | null = null
  let lastSignFault: string | null = null
  return () => {
    const { broken } = audit.state()
    if (broken !== null && broken !== lastReported) void desk.stopFor('AUDIT_BROKEN', broken)
    lastReported = broken
    const signFault = audit.signFault()
    if (signFault !== null && signFault !== lastSignFault) logger.error({ signFault }, 'the audit log cannot be signed')
    lastSignFault = signFault
  }
}

interface StopWatchParts {
  readonly stopSwitch: StopSwitch
  readonly books: Pick<ControlBooks, 'latch'>
  readonly desk: Pick<OpenControlDesk, 'stopFor'>
}

/** Poll interval of the stop file. */
const CHECK_EVERY_MS = 250

/** Number of polls after which the command for a ledger that has not followed the switch counts as lost. */
const LAG_CHECKS_MAX = 16

/**
 * Returns a poll function: a stop file stops the engine, and an engaged stop is restored in each of its three places
 * (memory, file, ledger).
 */
export const createStopWatch = ({ stopSwitch, books, desk }: StopWatchParts): (() => void) => {
  let stopping = false
  let checksBehind = 0

  const requestStop = async (): Promise<void> => {
    stopping = true
    checksBehind = 0
    const storedStop = stopSwitch.file.read()
    if (storedStop) engageSwitch(stopSwitch, storedStop)
    await desk.stopFor('STOP_FILE', stopSwitch.engaged?.reason ?? PUT_THERE)
    stopping = false
  }

  return () => {
    const stop = stopSwitch.engaged ?? books.latch
    const isInFile = stopSwitch.file.exists()
    if (stop) keepEngaged(stopSwitch, stop, isInFile)
    if (stopping) return
    checksBehind = stop && !books.latch ? checksBehind + 1 : 0
    if (checksBehind > LAG_CHECKS_MAX || (isInFile && !stop)) void requestStop()
  }
}

/** Engages the stop again, and fills a file that is empty because the disk was full or a person created it. */
const keepEngaged = (stopSwitch: StopSwitch, stop: StopOrder, isInFile: boolean): void => {
  const { engaged, file } = stopSwitch
  if (!isInFile || !engaged || file.read() === null) engageSwitch(stopSwitch, stop)
}

const PUT_THERE = 'A stop file was created in the data directory.'

/** Checks immediately and then periodically; the returned function stops it. */
const watchStopFile = (parts: StopWatchParts): (() => void) => {
  const check = createStopWatch(parts)
  check()
  return every(CHECK_EVERY_MS, check)
}
