import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { EXIT } from '../../server/cli/failure.ts'
import { callHost } from '../../server/host/call-host.ts'
import { getSocketPath } from '../../server/host/socket.ts'
import { type Fleet, type Member, openFleet, SLOW_FLEET_LIMITS } from '../support/fleet.ts'
import { postgresMissing } from '../support/postgres.ts'
import { openRelay, type Relay } from '../support/relay.ts'

const SOON = { timeout: 60_000, interval: 200 }

/** Longer than a standby waits for a heartbeat. */
const OUTAGE_MS = 5_000

describe.skipIf(postgresMissing)('two engines whose PostgreSQL fails', () => {
  let fleet: Fleet
  let relay: Relay
  let active: Member

  const readStatus = async (name: string) => {
    const answer = await callHost(getSocketPath(fleet.getDirectory(name)), 'status', {}, 1_000)
    return (answer.ok && answer.value.ok ? answer.value.value : {}) as {
      readonly state?: string
      readonly lease?: { readonly held: boolean; readonly epoch: number }
    }
  }
  const readLease = async () => (await fleet.query<{ epoch: string }>('SELECT epoch FROM plimsoll.leases'))[0]?.epoch

  beforeAll(async () => {
    fleet = await openFleet(SLOW_FLEET_LIMITS)
    relay = await openRelay(fleet.store.url)
    active = await fleet.startEngine('active', relay.url)
    await vi.waitFor(async () => expect((await readStatus('active')).state).toBe('RUNNING'), SOON)
    await fleet.startEngine('standby')
    await vi.waitFor(async () => expect((await readStatus('standby')).state).toBe('STANDBY'), SOON)
  }, 150_000)
  afterAll(async () => {
    await relay.close()
    await fleet.close()
  })

  it('continue with the same one after the server was killed for longer than a lease lasts', async () => {
    process.kill(fleet.store.pid ?? 0, 'SIGKILL')
    await vi.waitFor(async () => expect((await readStatus('active')).lease?.held).toBe(false), SOON)
    await setTimeout(OUTAGE_MS)
    expect((await readStatus('standby')).state).toBe('STANDBY')
    await fleet.store.restart()
    await vi.waitFor(async () => expect((await readStatus('active')).lease?.held).toBe(true), SOON)
    await setTimeout(OUTAGE_MS)
    expect([await readLease(), (await readStatus('standby')).state]).toEqual(['1', 'STANDBY'])
  }, 150_000)

  it('change places when only the active one is cut off, which ends as soon as it is connected again', async () => {
    relay.cut()
    await vi.waitFor(async () => expect(await readLease()).toBe('2'), SOON)
    expect((await readStatus('active')).lease?.held).toBe(false)
    await vi.waitFor(
      async () => expect((await readStatus('standby')).lease).toMatchObject({ held: true, epoch: 2 }),
      SOON,
    )
    expect(active.child.exitCode).toBeNull()
    relay.join()
    expect(await active.ended).toBe(EXIT.replaced)
  }, 150_000)
})
