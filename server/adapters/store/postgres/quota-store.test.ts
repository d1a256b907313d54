import { setTimeout } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { postgresMissing } from '../../../../test/support/postgres.ts'
import { MINUTE_MS } from '../../../core/instant.ts'
import type { QuotaTurn } from '../../../scaled/ports.ts'
import { countTurn, RESERVED_MS } from '../../../scaled/quota-window.ts'
import { createSharedQuota, type SharedQuota } from '../../../scaled/shared-quota.ts'
import { setPostgres } from './postgres-fixture.ts'
import { openQuotaStore } from './quota-store.ts'

const GATEWAYS = 4

/** Timeout for a busy machine. */
const SOON = { timeout: 60_000, interval: 20 }

/** Time within which a gateway counts a request, and the time for it on a busy machine. */
const COUNTED_WITHIN_MS = 500
const PATIENT_MS = 30_000

describe.skipIf(postgresMissing)('quotas in PostgreSQL', () => {
  const postgres = setPostgres()
  let ids = 0

  const aTurn = (turn: Partial<QuotaTurn>): QuotaTurn => ({
    ...{ key: 'usr_1', requests: 100, windowMs: 60_000, holder: `holder-${++ids}` },
    ...{ used: 0, usedAgeMs: 0, returned: 0, waiting: 0, ahead: 0, ...turn },
  })

  /** A gateway with a connection of its own; a killed one does nothing more. */
  const openGateway = () => {
    const connection = postgres.connect()
    let isAlive = true
    const quota = createSharedQuota({
      store: openQuotaStore(connection),
      makeId: () => `gateway-${++ids}`,
      monotonic: () => performance.now(),
      delay: (ms, task) => void setTimeout(ms < COUNTED_WITHIN_MS ? ms : PATIENT_MS).then(() => isAlive && task()),
    })
    const kill = (): Promise<void> => {
      isAlive = false
      return connection.close()
    }
    return { quota, kill }
  }

  /** Sends requests one after the other, and returns how many were admitted. */
  const send = async (
    { count }: SharedQuota,
    caller: { readonly key: string; readonly requests: number; readonly windowMs: number },
    times: number,
  ): Promise<number> => {
    let admitted = 0
    for (let nth = 0; nth < times; nth++) {
      const counted = await count(caller)
      if (!counted) throw new Error('the store did not answer in time')
      if (counted.allowed) admitted += 1
    }
    return admitted
  }

  test('turns of several gateways at the same time count exactly the quota', async () => {
    const windowMs = MINUTE_MS
    const stores = Array.from({ length: GATEWAYS }, () => openQuotaStore(postgres.connect()))
    const beganMs = performance.now()
    const rounds = Array.from({ length: 20 }, (_, round) => {
      const keys = round % 2 === 0 ? ['one', 'two'] : ['two', 'one']
      return stores.map((store) =>
        store.count(
          keys.map((key) => aTurn({ key, windowMs, waiting: 3 })),
          countTurn,
        ),
      )
    })
    const counts = (await Promise.all(rounds.flat())).flat()
    expect(counts.reduce((sum, { granted }) => sum + granted, 0)).toBe(200)
    expect(Math.min(...counts.map(({ left }) => left))).toBe(0)
    const resets = counts.map(({ resetMs }) => resetMs)
    expect(Math.min(...resets)).toBeGreaterThan(windowMs - (performance.now() - beganMs) - 100)
    expect(Math.max(...resets)).toBeLessThanOrEqual(windowMs + windowMs / 600)
    const [refused] = (await stores[0]?.count([aTurn({ key: 'one', windowMs, waiting: 1 })], countTurn)) ?? []
    expect(refused?.granted).toBe(0)
    // Times are rounded up to a part of the window.
    await setTimeout(windowMs / 600 + 5)
    const [later] = (await stores[1]?.count([aTurn({ key: 'one', windowMs: 2, waiting: 3 })], countTurn)) ?? []
    expect([later?.granted, later?.left]).toEqual([3, 97])
  })

  test('a reservation belongs to its gateway until it is given back, and counts as used when it ends', async () => {
    const store = openQuotaStore(postgres.connect())
    const turn = async (more: Partial<QuotaTurn>) => {
      const [count] = await store.count([aTurn({ requests: 20, ...more })], countTurn)
      return count
    }
    const takeTurns = async (key: string) => [
      await turn({ key, holder: 'a', waiting: 2, ahead: 9 }),
      await turn({ key, holder: 'b', waiting: 20 }),
      await turn({ key, holder: 'a', used: 1, returned: 1 }),
      await turn({ key, holder: 'b', waiting: 2 }),
    ]
    // On a busy machine the reservation may end between the turns; then they are taken for another key.
    const turns = await vi.waitFor(async () => {
      const beganMs = performance.now()
      const taken = await takeTurns(`usr_2 ${beganMs}`)
      expect(performance.now() - beganMs).toBeLessThan(RESERVED_MS)
      return taken
    }, SOON)
    expect(turns).toMatchObject([
      { granted: 2, reserved: 2, left: 16 },
      { granted: 16, elsewhere: 2, left: 0 },
      { isHeld: true, left: 1 },
      { granted: 1, elsewhere: 0, left: 0 },
    ])
    const other = { key: 'usr_3', holder: 'c' }
    expect(await turn({ ...other, waiting: 1, ahead: 9 })).toMatchObject({ granted: 1, reserved: 2 })
    await setTimeout(RESERVED_MS + 50)
    expect(await turn({ ...other, returned: 2 })).toMatchObject({ isHeld: false, left: 17 })
  })

  test('four gateways admit exactly the quota of a caller, whichever of them it calls', async () => {
    const caller = { key: 'usr_4', requests: 100, windowMs: 60_000 }
    const gateways = Array.from({ length: GATEWAYS }, openGateway)
    const admitted = await Promise.all(gateways.map(({ quota }) => send(quota, caller, 40)))
    expect(admitted.reduce((sum, each) => sum + each, 0)).toBe(100)
  })

  test('the last requests of a quota are admitted by the gateway that is called, and not by the one that was', async () => {
    const caller = { key: 'usr_5', requests: 100, windowMs: 60_000 }
    const [first, second] = [openGateway(), openGateway()]
    expect(await send(first.quota, caller, 30)).toBe(30)
    expect(await send(second.quota, caller, 71)).toBe(70)
  })

  test('a gateway that is killed costs its caller what it had reserved, for one window', async () => {
    const caller = { key: 'usr_6', requests: 100, windowMs: 10_000 }
    const [first, second] = [openGateway(), openGateway()]
    const before = await send(first.quota, caller, 30)
    let reserved = 0
    while (first.quota.countReserved(caller)) reserved += 1
    const after = await send(second.quota, caller, 100)
    await first.kill()
    expect(before + reserved + after).toBe(100)

    const third = openGateway()
    await setTimeout(caller.windowMs + 200)
    expect(await send(third.quota, caller, 30)).toBe(30)
    await third.kill()
    const rest = await send(second.quota, caller, 100)
    expect(rest).toBeLessThanOrEqual(70)
    expect(rest).toBeGreaterThanOrEqual(70 - 2 * 12)
    await setTimeout(RESERVED_MS + caller.windowMs + 200)
    expect(await send(second.quota, caller, 101)).toBe(100)
  })
})
