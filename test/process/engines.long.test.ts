import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { stopFileIn } from '../../server/adapters/store/stop-file.ts'
import { EXIT } from '../../server/cli/failure.ts'
import { callHost } from '../../server/host/call-host.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import { postgresMissing, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { aDirectory, POLL_MS, type Run, run } from '../support/process.ts'
import { sealKeys } from '../support/seal-keys.ts'
import { API_KEY, API_SECRET, openStage, type VenueStage } from '../venue-wire/venue-stage.ts'

const PASSPHRASE = 'canary passphrase 4711'

/** The host of one engine: its data directory, which outlives the process. */
interface Host {
  readonly dataDir: string
  engine: Run
}

describe.skipIf(postgresMissing)('two engines of one account', () => {
  const directory = aDirectory()
  const passphrase = join(directory, 'passphrase')
  let store: TestPostgres
  let exchange: VenueStage

  const settings = { PLIMSOLL_PASSPHRASE_FILE: passphrase }

  const start = (dataDir: string): Run =>
    run(
      [
        ...['engine', '--json', '--account', 'main', '--store', store.url, '--data-dir', dataDir],
        ...['--exchange', 'binanceusdm', '--exchange-url', exchange.url, '--execution', 'practice'],
        ...['--symbols', 'BTCUSDT', '--timeframes', '1h', '--autotrading', 'off'],
      ],
      settings,
    )

  const openHost = async (name: string): Promise<Host> => {
    const dataDir = join(directory, name)
    await sealKeys(dataDir, { exchange: 'binanceusdm', apiKey: API_KEY, apiSecret: API_SECRET, passphrase: PASSPHRASE })
    return { dataDir, engine: start(dataDir) }
  }

  const status = async ({ dataDir }: Host): Promise<Record<string, unknown>> => {
    const answer = await callHost(getSocketPath(dataDir), 'status', {}, 1_000)
    return answer.ok && answer.value.ok ? (answer.value.value as Record<string, unknown>) : {}
  }

  const untilState = async (host: Host, ...states: string[]): Promise<void> => {
    const untilMs = performance.now() + STATE_WITHIN_MS
    let last: unknown
    while (performance.now() < untilMs) {
      const { state, lease } = (await status(host)) as { state?: string; lease?: { epoch: number } }
      last = lease?.epoch === 0 ? 'STARTING' : state
      if (states.includes(String(last))) return
      await setTimeout(POLL_MS)
    }
    throw new Error(`${host.dataDir} is ${last} and not ${states.join(' or ')}: ${host.engine.err()}`)
  }

  /** A busy host may answer too late for one call. */
  const untilEpoch = (host: Host, epoch: number): Promise<void> =>
    vi.waitFor(async () => {
      const state = (await status(host)) as { epoch?: number; lease?: { epoch: number } }
      expect(state.lease?.epoch ?? state.epoch).toBe(epoch)
    }, STATE_WITHIN_MS)

  const untilHeartbeats = async (count: number): Promise<void> => {
    const read = async (): Promise<number> =>
      Number((await query('SELECT sum(beat) AS beats FROM plimsoll.beats')).rows[0].beats)
    const before = await read()
    await vi.waitFor(async () => expect(await read()).toBeGreaterThanOrEqual(before + count), STATE_WITHIN_MS)
  }

  beforeAll(async () => {
    writeFileSync(passphrase, PASSPHRASE, { mode: 0o600 })
    store = await startPostgres()
    exchange = await openStage()
  })

  afterAll(async () => {
    await exchange.close()
    await store.stop()
  })

  it('hand over, take over and stop without ever trading at the same time', async () => {
    const first = await openHost('a')
    await untilState(first, 'RUNNING')
    const second = await openHost('b')
    await untilState(second, 'STANDBY')
    await untilEpoch(second, 1)
    expect(await status(second)).toMatchObject({ account: 'main' })
    await untilEpoch(first, 1)

    // Handed over on purpose: the standby does not wait for silence.
    await callHost(getSocketPath(first.dataDir), 'engine.yield', {})
    await untilState(second, 'RUNNING')
    await untilState(first, 'STANDBY')
    await untilEpoch(second, 2)

    // A frozen engine is replaced, and ends when it wakes up. A standby that never saw its heartbeat would be halted.
    await untilHeartbeats(2)
    second.engine.child.kill('SIGSTOP')
    await untilState(first, 'RUNNING')
    await untilEpoch(first, 3)
    second.engine.child.kill('SIGCONT')
    expect(await second.engine.ended).toBe(EXIT.replaced)
    expect(second.engine.err()).toContain('taken over')

    // A stop on the host of the standby stops the active engine, and outlives it.
    second.engine = start(second.dataDir)
    await untilState(second, 'STANDBY')
    const stop = run(['stop', '--data-dir', second.dataDir])
    expect(await stop.ended).toBe(0)
    expect(stop.out()).toContain('stopped for the account main')
    await untilState(first, 'HALTED')
    first.engine.child.kill('SIGKILL')
    await untilState(second, 'HALTED')

    // Clearing it on the host of the active engine clears it everywhere.
    first.engine = start(first.dataDir)
    await untilState(first, 'STANDBY')
    await clearStop(second)
    await vi.waitFor(async () => {
      const states = JSON.stringify([await status(first), await status(second)])
      expect(existsSync(stopFileIn(first.dataDir)), `the stop file of ${states}`).toBe(false)
    }, STATE_WITHIN_MS)
    await callHost(getSocketPath(second.dataDir), 'engine.yield', {})
    await untilState(first, 'PAUSED', 'RUNNING')

    // Each host has an audit log of its own, without a fault.
    for (const { dataDir } of [first, second]) {
      const verified = run(['audit', 'verify', '--data-dir', dataDir])
      expect([await verified.ended, verified.out()]).toEqual([0, expect.any(String)])
    }
    const { rows } = await query('SELECT number, epoch FROM plimsoll.batches WHERE stream = $1 ORDER BY number', [
      'engine',
    ])
    const numbers = rows.map(({ number }) => Number(number))
    expect(numbers).toEqual(numbers.map((_, index) => index + 1))
    const epochs = rows.map(({ epoch }) => Number(epoch))
    expect(epochs).toEqual(epochs.toSorted((a, b) => a - b))
  }, 240_000)

  const query = async (text: string, values: unknown[] = []) => {
    const client = new pg.Client(store.url)
    await client.connect()
    const result = await client.query(text, values)
    await client.end()
    return result
  }

  const clearStop = async ({ dataDir }: Host): Promise<void> => {
    for (;;) {
      const preview = await callHost(getSocketPath(dataDir), 'stop.show', {})
      if (!preview.ok || !preview.value.ok) throw new Error(JSON.stringify(preview))
      const { code, obstacle } = preview.value.value as { readonly code: string; readonly obstacle: unknown }
      if (obstacle === null) {
        const confirmed = await callHost(getSocketPath(dataDir), 'stop.confirm', { code, reason: 'the test goes on' })
        expect(confirmed).toMatchObject({ ok: true, value: { ok: true } })
        return
      }
      await setTimeout(100)
    }
  }
})

const STATE_WITHIN_MS = 60_000
