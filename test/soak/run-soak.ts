import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createRandom } from '../../server/core/random.ts'
import type { Caller } from '../support/order-stream.ts'
import { noSecret } from './checks/no-secret.ts'
import { count, type Evidence, openEvidence, violate } from './evidence.ts'
import { SOAK_CONSTITUTION, SOAK_FAULTS } from './fault-plan.ts'
import { readLog } from './log-counts.ts'
import { expectReconciled, keepStriking } from './mishaps/mishaps.ts'
import { settleAndCompare } from './settle.ts'
import { bothUpSince, type Soak, type Trader } from './soak.ts'
import { addTrader, waitFor } from './stage/engine-host.ts'
import { type Keeper, keepRunning, kill, leave } from './stage/keeper.ts'
import { fileIn, makePlace, type Place, type Wire } from './stage/place.ts'
import { runCommand } from './stage/program.ts'
import { addKeys, startEngine, startVenue } from './stage/programs.ts'
import { createVenueReader } from './stage/venue-reader.ts'
import { keepTrading } from './traders.ts'
import { watch } from './watch.ts'

export interface SoakPlan {
  readonly seed: number
  readonly minutes: number
  readonly withFaults: boolean
  readonly wire: Wire
  /** Keeps logs and stores even without a violation. */
  readonly keeps: boolean
}

export interface SoakParts {
  readonly onViolation: Evidence['onViolation']
  /** Called occasionally while the soak runs. */
  readonly onProgress: (evidence: Evidence) => void
  /** Ends the soak early, with all final checks. */
  readonly ended: Promise<unknown>
}

export interface SoakResult {
  readonly evidence: Evidence
  readonly lives: { readonly engine: number; readonly venue: number }
  /** Directory of the kept files; undefined when nothing was kept. */
  readonly root: string | undefined
}

const SYMBOLS = ['BTCUSDT', 'ETHUSDT']
const UP_WITHIN_MS = 60_000
const PROGRESS_EVERY_MS = 30_000

/** Runs engine and exchange as two programs that are repeatedly killed, and checks the guarantees. */
export const runSoak = async (plan: SoakPlan, parts: SoakParts): Promise<SoakResult> => {
  const root = mkdtempSync(join(tmpdir(), 'plimsoll-soak-'))
  const random = createRandom(plan.seed)
  const place = await makePlace({ root, random, constitution: SOAK_CONSTITUTION, symbols: SYMBOLS, wire: plan.wire })
  const evidence = openEvidence(parts.onViolation)
  const faults = { path: plan.withFaults ? faultsIn(root, plan.seed) : undefined }
  await addKeys(place)
  const venue = keepRunning({
    spawn: () => startVenue(place, { faultsPath: faults.path }),
    onEnd: (life, ending) => noteEnd(evidence, 'exchange', { life, ending }),
  })
  const engine = keepRunning({
    spawn: () => startEngine(place),
    onEnd: (life, ending) => noteEnd(evidence, 'engine', { life, ending }),
  })
  try {
    const { soak, readers } = await beginSoak({ place, random, evidence, venue, engine }, plan)
    await trade(soak, plan, parts)
    faults.path = undefined
    await finish(soak, readers)
  } finally {
    await Promise.all([leave(engine, 'SIGKILL'), leave(venue, 'SIGKILL')])
  }
  const isWhole = evidence.violations.length === 0 && !plan.keeps
  if (isWhole) rmSync(root, { recursive: true, force: true })
  return {
    evidence,
    lives: { engine: engine.lives.length, venue: venue.lives.length },
    root: isWhole ? undefined : root,
  }
}

const faultsIn = (root: string, seed: number): string =>
  fileIn(root, 'faults.json', JSON.stringify({ ...SOAK_FAULTS, seed }))

type Ended = Parameters<Keeper['parts']['onEnd']>

/** Records the end of a program. It may fail to start and retry, but must not end on its own once it is up. */
const noteEnd = (
  evidence: Evidence,
  name: string,
  { life, ending: { code, output } }: { readonly life: Ended[0]; readonly ending: Ended[1] },
): void => {
  const isRefused = life.upAtMs === null && code === 1 && output.includes('"START_ERROR"')
  if (isRefused) return count(evidence, `starts of the ${name} refused`)
  violate(evidence, {
    promise: 'UP',
    words: `the ${name} has ended unexpectedly with ${code}`,
    observed: output.slice(-1_500),
  })
}

type Parts = Pick<Soak, 'place' | 'random' | 'evidence' | 'venue' | 'engine'>

const beginSoak = async (parts: Parts, { seed }: SoakPlan): Promise<{ soak: Soak; readers: readonly Caller[] }> => {
  const { place, venue, engine } = parts
  const soak: Soak = {
    ...parts,
    reader: createVenueReader(place),
    traders: [],
    onAcknowledged: undefined,
    frozen: false,
    thawedAtMs: 0,
    over: false,
  }
  const up = await waitFor(() => bothUpSince({ ...soak, venue, engine }), { withinMs: UP_WITHIN_MS })
  if (up === undefined) throw new Error(`the programs do not start: ${engine.present?.program.err()}`)
  const traders: Trader[] = []
  for (const [index, name] of ['alice', 'bob'].entries()) {
    traders.push({ caller: await addTrader(place, name), random: createRandom(seed + 1 + index), unheard: [] })
  }
  const readers: Caller[] = []
  for (const name of ['reader-0', 'reader-1', 'reader-2']) readers.push(await addTrader(place, name))
  const begun: Soak = { ...soak, traders }
  await expectReconciled(begun, 'first start', 0)
  return { soak: begun, readers }
}

/** Trades for the requested time, or until it is ended. */
const trade = async (soak: Soak, { minutes }: SoakPlan, { onProgress, ended }: SoakParts): Promise<void> => {
  const progressTimer = setInterval(() => onProgress(soak.evidence), PROGRESS_EVERY_MS)
  const going = [...soak.traders.map((trader) => keepTrading(soak, trader)), watch(soak), keepStriking(soak)]
  const failed = Promise.all(going)
  await Promise.race([setTimeout(minutes * 60_000, undefined, { ref: false }), ended, failed])
  soak.over = true
  await failed
  clearInterval(progressTimer)
}

/** Removes the faults of the exchange and waits until both sides are quiet. */
const finish = async (soak: Soak, readers: readonly Caller[]): Promise<void> => {
  const { place, evidence, engine, venue } = soak
  await kill(venue, 0)
  await expectReconciled(soak, 'last start of the exchange', 0)
  await settleAndCompare(soak, readers)
  const code = await leave(engine, 'SIGTERM')
  if (code !== 0) violate(evidence, { promise: 'END', words: `the engine ended on request with ${code}` })
  await leave(venue, 'SIGTERM')
  const { code: verified, out, err } = await runCommand(['audit', 'verify', '--data-dir', place.engineDir])
  if (verified !== 0) violate(evidence, { promise: 'I8', words: 'the audit does not verify', observed: out + err })
  for (const finding of noSecret(place, out + err)) violate(evidence, finding)
  noteLog(place, evidence)
}

const noteLog = (place: Place, evidence: Evidence): void => {
  const { counts, faults } = readLog(readFileSync(join(place.logDir, 'engine.log'), 'utf8'), place.wire)
  for (const [name, times] of counts) count(evidence, `log: ${name}`, times)
  for (const fault of faults) violate(evidence, fault)
}
