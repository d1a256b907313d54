import { cpSync, lstatSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { kills } from '../support/kills.ts'
import type { Caller } from '../support/order-stream.ts'
import { aDirectory, kill, startServer } from '../support/process.ts'
import { type StopPrefix, writeStopPrefix } from '../support/stop-prefix.ts'
import {
  aCallerOn,
  clearStop,
  entriesAtExchange,
  expectSwept,
  expectWholeAudit,
  IMPATIENT,
  keepTrading,
  readStatus,
  readStopRemains,
  type StopRemains,
  tradeAndRest,
  untilOpen,
  untilProtected,
  untilSwept,
} from '../support/stop-server.ts'

const CRASHES = kills(2)
/** Lives that end only after the stop was answered, so that it certainly holds. */
const ANSWERED = 2
const LONGEST_MS = 60
/** The lives of one directory follow each other; most of each is waiting. */
const DIRECTORIES = 2

const root = aDirectory()
afterAll(() => {
  agent.destroy()
  rmSync(root, { recursive: true, force: true })
})

const writeJsonFile = (name: string, content: object): string => {
  const path = join(root, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const LIMITS = writeJsonFile('constitution.json', IMPATIENT)

const FAULTS = writeJsonFile('faults.json', {
  untilMs: 2_500,
  timeoutMs: 200,
  requestLost: 0.02,
  responseLost: 0.02,
  serverErrors: 0.12,
  responseDelayed: { probability: 0.3, fromMs: 10, toMs: 200 },
})

type Server = Awaited<ReturnType<typeof startServer>>

const start = (dataDir: string, ...flags: string[]): Promise<Server> =>
  startServer(['--data-dir', dataDir, '--constitution', LIMITS, ...flags])

/** End of a life, in milliseconds after the stop was sent; most of a stop's work is done early. */
type End = number | 'answered'

const ENDS: readonly End[] = [
  ...Array.from({ length: CRASHES }, (_, crash) => LONGEST_MS * (crash / (CRASHES - 1)) ** 2),
  ...Array.from({ length: ANSWERED }, () => 'answered' as const),
]

interface Crash {
  readonly end: End
  /** Stop that was confirmed to the caller, if any. */
  readonly answered: string | null
  readonly remains: StopRemains
  readonly entries: readonly string[]
}

const agent = new Agent({ keepAlive: true })

/** A stop on a connection that is open already; resolves when it has been sent. */
const sendStop = (url: string, { token }: Caller) =>
  new Promise<{ readonly answer: Promise<string | null> }>((resolve) => {
    const sent = request(`${url}/api/emergency-stop`, {
      method: 'POST',
      agent,
      headers: { authorization: `Bearer ${token}`, 'content-length': 0 },
    })
    const answer = new Promise<string | null>((settle) => {
      sent.on('error', () => settle(null))
      sent.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => settle(text))
        response.on('error', () => settle(null))
      })
    })
    sent.on('finish', () => resolve({ answer }))
    sent.end()
  })

const past = async (atMs: number): Promise<void> => {
  while (performance.now() < atMs) await setImmediate()
}

interface Ending {
  readonly caller: Caller
  readonly end: End
}

const idIn = (answer: string | null): string | null => answer && JSON.parse(answer).stopId

/** Expects that the exchange receives nothing risk-increasing once the stop is acknowledged. */
const expectNothingBehind = async (dataDir: string, answer: Promise<unknown>): Promise<void> => {
  await answer
  const entries = entriesAtExchange(dataDir)
  await setTimeout(300)
  expect(entriesAtExchange(dataDir)).toEqual(entries)
}

const stopAndKill = async (dataDir: string, server: Server, { caller, end }: Ending) => {
  const { url } = server.banner
  const endTrading = keepTrading(caller, server.banner)
  await new Promise((resolve) => request(`${url}/healthz`, { agent }, (warm) => warm.resume().on('end', resolve)).end())
  const { answer } = await sendStop(url, caller)
  const sentAtMs = performance.now()
  if (end === 'answered') await expectNothingBehind(dataDir, answer)
  else await past(sentAtMs + end)
  await kill(server)
  await endTrading()
  return { end, answered: idIn(await answer) }
}

/** Expects the invariants of the life after a crash, before any request. */
const expectHeld = async ({ banner }: Server, caller: Caller, { answered, remains }: Crash): Promise<void> => {
  const { state, latch } = await readStatus(caller, banner)
  const isHeld = remains.file !== null || remains.stopId !== null
  expect([latch.engaged, state === 'HALTED']).toEqual([isHeld, isHeld])
  if (answered !== null) expect(latch.stopId).toBe(answered)
  if (remains.stopId !== null) expect(latch.stopId).toBe(remains.stopId)
  if (remains.file) expect(latch.stopId).toBe(JSON.parse(remains.file).stopId)
}

/** Expects the sweep to continue automatically, whatever is requested meanwhile, and no order to be sent. */
const expectSweep = async (dataDir: string, { banner }: Server, caller: Caller, before: Crash): Promise<void> => {
  const endTrading = keepTrading(caller, banner)
  await untilSwept(caller, banner)
  const answers = await endTrading()
  expect(answers.length).toBeGreaterThan(0)
  expect(answers.filter((answer) => answer?.status !== 409 && answer?.status !== 503)).toEqual([])
  expectSwept(dataDir)
  expect(entriesAtExchange(dataDir)).toEqual(before.entries)
}

const holdsIn = ({ remains }: Crash): boolean => remains.file !== null || remains.stopId !== null

/**
 * Runs several lives: each checks what the previous one has left, prepares the scene again, and crashes during a stop.
 */
const liveOften = async (name: string, ends: readonly End[]): Promise<Crash[]> => {
  const dataDir = join(root, name)
  const crashes: Crash[] = []
  let caller: Caller | undefined
  for (const end of [...ends, undefined]) {
    const server = await start(dataDir, '--faults', FAULTS)
    caller ??= await aCallerOn(dataDir, name)
    const before = crashes.at(-1)
    if (before) await expectHeld(server, caller, before)
    if (before && holdsIn(before)) {
      await expectSweep(dataDir, server, caller, before)
      await expectWholeAudit(dataDir)
      if (end !== undefined) await clearStop(dataDir, caller, server.banner)
    }
    if (end === undefined) {
      await kill(server)
      break
    }
    await untilOpen(server.banner)
    await tradeAndRest(caller, server.banner)
    await untilProtected(caller, server.banner)
    const crash = await stopAndKill(dataDir, server, { caller, end })
    crashes.push({ ...crash, remains: readStopRemains(dataDir), entries: entriesAtExchange(dataDir) })
  }
  return crashes
}

it(
  `holds and continues through ${ENDS.length} kill -9 during a stop on a faulty exchange`,
  async () => {
    const directories = Array.from({ length: DIRECTORIES }, (_, directory) =>
      ENDS.filter((_, index) => index % DIRECTORIES === directory),
    )
    const lives = await Promise.all(directories.map((ends, index) => liveOften(`directory-${index}`, ends)))
    const crashes = lives.flat()
    expect(crashes.length).toBe(ENDS.length)
    expect(crashes.filter(({ end, answered }) => end === 'answered' && answered === null)).toEqual([])
    expect(crashes.filter(holdsIn).length).toBeGreaterThanOrEqual(ANSWERED)
  },
  60_000 + CRASHES * 20_000,
)

const EVERY_PREFIX: readonly (readonly [reached: string, StopPrefix])[] = [
  ['an empty file', { file: 'EMPTY' }],
  ['the file', { file: 'WHOLE' }],
  ['the file and the audit', { file: 'WHOLE', audit: true }],
  ['the ledger alone', { audit: true, ledger: true }],
  ['the ledger and an empty file', { file: 'EMPTY', audit: true, ledger: true }],
  ['file and ledger', { file: 'WHOLE', audit: true, ledger: true }],
  ['half of the cancels', { file: 'WHOLE', audit: true, ledger: true, cancels: 0.5 }],
  ['all of the cancels', { file: 'WHOLE', audit: true, ledger: true, cancels: 1 }],
]

/** Every second one with all other tests, all of them with `npm run crash`. */
const PREFIXES = EVERY_PREFIX.filter((_, nth) => nth % 2 === 0 || kills(1) > 1)

const isNoSocket = (path: string): boolean => !lstatSync(path).isSocket()

/** Returns what a server makes of a partially completed stop. */
const recoverOutcome = async (base: string, caller: Caller, prefix: StopPrefix) => {
  const dataDir = join(root, `prefix-${PREFIXES.findIndex(([, other]) => other === prefix)}`)
  cpSync(base, dataDir, { recursive: true, filter: isNoSocket })
  const stop = writeStopPrefix(dataDir, prefix)
  const before = entriesAtExchange(dataDir)
  const first = await start(dataDir)
  const { state, latch } = await readStatus(caller, first.banner)
  await untilSwept(caller, first.banner)
  expectSwept(dataDir)
  await expectWholeAudit(dataDir)
  await kill(first)
  const entered = entriesAtExchange(dataDir).length - before.length
  return { dataDir, stopId: latch.stopId, outcome: { state, isItself: latch.stopId === stop.stopId, entered } }
}

/** Expects a completed stop to hold in the next life as well. */
const expectHeldAgain = async (caller: Caller, { dataDir, stopId }: Awaited<ReturnType<typeof recoverOutcome>>) => {
  const server = await start(dataDir)
  const { state, latch } = await readStatus(caller, server.banner)
  await kill(server)
  expect([state, latch.stopId]).toEqual(['HALTED', stopId])
}

it('is HALTED after a start and sweeps, however much of the stop was on disk', async () => {
  const base = join(root, 'base')
  const server = await start(base)
  const caller = await aCallerOn(base, 'base')
  await untilOpen(server.banner)
  await tradeAndRest(caller, server.banner)
  await untilProtected(caller, server.banner)
  await kill(server)

  const outcomes = await Promise.all(PREFIXES.map(([, prefix]) => recoverOutcome(base, caller, prefix)))
  const named = PREFIXES.map(([reached], index) => [reached, outcomes[index]?.outcome])
  const expected = PREFIXES.map(([reached, { file, ledger }]) => [
    reached,
    { state: 'HALTED', isItself: file === 'WHOLE' || ledger === true, entered: 0 },
  ])
  expect(named).toEqual(expected)
  await Promise.all(outcomes.slice(0, 1).map((outcome) => expectHeldAgain(caller, outcome)))
}, 180_000)
