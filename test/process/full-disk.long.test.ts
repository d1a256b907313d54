import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Answer, type Caller, placeOrder, readAll } from '../support/order-stream.ts'
import { aDirectory, kill, startServer } from '../support/process.ts'
import {
  ANSWER_WITHIN_MS,
  aCallerOn,
  clearStop,
  expectSwept,
  expectWholeAudit,
  IMPATIENT,
  postStop,
  readStatus,
  SOON,
  stopFilePath,
  tradeAndRest,
  untilOpen,
  untilProtected,
  untilSwept,
} from '../support/stop-server.ts'

const root = aDirectory()
afterAll(() => rmSync(root, { recursive: true, force: true }))

const LIMITS = join(root, 'constitution.json')
writeFileSync(LIMITS, JSON.stringify(IMPATIENT))

const hasLimits = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0

beforeEach(({ skip }) => skip(!hasLimits, 'files are kept from growing by prlimit, of util-linux on Linux'))

type Server = Awaited<ReturnType<typeof startServer>>

const start = (dataDir: string): Promise<Server> => startServer(['--data-dir', dataDir, '--constitution', LIMITS])

/** Longer than the periods at which the server does what it could do without. */
const HOUSEKEEPING_MS = 6_000

/** From now on the process can write nothing into a file; it can still make empty ones. */
const fillDisk = ({ child }: Server): void => limit(child.pid, '--fsize=0:')
const makeRoom = ({ child }: Server): void => limit(child.pid, '--fsize=unlimited:')

const limit = (pid: number | undefined, what: string): void => {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), what], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
}

const ENTRY = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.001' }

const enter = (caller: Caller, { banner }: Server): Promise<Answer | undefined> => placeOrder(caller, banner.url, ENTRY)

/** Starts a server with orders and positions on a disk with free space. */
const begin = async (name: string) => {
  const dataDir = join(root, name)
  const server = await start(dataDir)
  const caller = await aCallerOn(dataDir, name)
  await untilOpen(server.banner)
  await tradeAndRest(caller, server.banner)
  await untilProtected(caller, server.banner)
  return { dataDir, server, caller, known: await fetchOrderIds(caller, server) }
}

const fetchOrderIds = async (caller: Caller, { banner }: Server): Promise<string[]> =>
  (await readAll(caller, banner.url, '/trading/orders')).map(({ orderId }) => orderId)

/** The first thing that cannot be written stops the engine; nothing more is taken. */
const expectHalted = async (caller: Caller, server: Server): Promise<void> => {
  await expectRefused(caller, server)
  const { state, stateReason } = await readStatus(caller, server.banner)
  expect([state, stateReason.code]).toEqual(['HALTED', 'STORE_FAILED'])
  await expectRefused(caller, server)
  expect(server.child.exitCode).toBe(null)
}

/** Refused, or not taken because even the refusal cannot be written. */
const expectRefused = async (caller: Caller, server: Server): Promise<void> =>
  expect([409, 503]).toContain((await enter(caller, server))?.status)

describe('a full disk', () => {
  it('stops the engine, which resumes as soon as there is space', async () => {
    const { dataDir, server, caller, known } = await begin('room')
    fillDisk(server)
    await expectHalted(caller, server)
    const { status, answer, tookMs } = await postStop(caller, server.banner, { reason: 'the disk is full' })
    expect([status, answer.latched, answer.latchPersistence]).toEqual([202, true, 'FILE'])
    expect(tookMs).toBeLessThan(ANSWER_WITHIN_MS)
    expect(existsSync(stopFilePath(dataDir))).toBe(true)
    await expectRefused(caller, server)

    makeRoom(server)
    await untilSwept(caller, server.banner)
    await vi.waitFor(async () => {
      const { stop } = await readStatus(caller, server.banner)
      expect([stop?.stopId, stop?.latchPersistence, stop?.code]).toEqual([answer.stopId, 'FILE_AND_DB', 'STORE_FAILED'])
    }, HOUSEKEEPING_MS)
    expectSwept(dataDir)
    await expectWholeAudit(dataDir)
    expect(await fetchOrderIds(caller, server)).toEqual(expect.arrayContaining(known))
    await clearStop(dataDir, caller, server.banner)
    expect((await enter(caller, server))?.status).toBe(201)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
    await expectWholeAudit(dataDir)
  }, 60_000)

  it('loses nothing acknowledged when the process dies on it', async () => {
    const { dataDir, server, caller, known } = await begin('killed')
    fillDisk(server)
    await expectHalted(caller, server)
    await kill(server)

    const next = await start(dataDir)
    const { state, latch } = await readStatus(caller, next.banner)
    expect([state, latch.engaged]).toEqual(['HALTED', true])
    await untilSwept(caller, next.banner)
    expectSwept(dataDir)
    await expectWholeAudit(dataDir)
    await untilProtected(caller, next.banner)
    expect(await fetchOrderIds(caller, next)).toEqual(expect.arrayContaining(known))
    await clearStop(dataDir, caller, next.banner)
    expect((await enter(caller, next))?.status).toBe(201)
  }, 60_000)
})

describe('a process that has run out of file descriptors', () => {
  it('holds the stop in memory and reports it, and writes it to the disk when possible', async () => {
    const { dataDir, server, caller } = await begin('memory')
    limit(server.child.pid, '--nofile=8:')
    const { status, answer, tookMs } = await postStop(caller, server.banner)
    expect([answer.latched, answer.latchPersistence]).toEqual([true, 'MEMORY_ONLY'])
    expect([200, 202]).toContain(status)
    expect(tookMs).toBeLessThan(ANSWER_WITHIN_MS)
    expect(existsSync(stopFilePath(dataDir))).toBe(false)
    await setTimeout(HOUSEKEEPING_MS)
    expect(server.child.exitCode).toBe(null)
    limit(server.child.pid, '--nofile=1024:')
    await vi.waitFor(async () => {
      const { stop } = await readStatus(caller, server.banner)
      expect([stop?.stopId, stop?.latchPersistence]).toEqual([answer.stopId, 'FILE_AND_DB'])
    }, SOON)
    await untilSwept(caller, server.banner)
    expectSwept(dataDir)
    await expectWholeAudit(dataDir)
  }, 60_000)
})
