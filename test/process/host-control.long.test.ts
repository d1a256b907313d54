import { existsSync, readFileSync, rmSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { kill } from '../support/process.ts'
import { clearAndResume, createSite, SOON, trade, untilComplete, untilOnlyStops, untilState } from './host-site.ts'

describe('an emergency stop', () => {
  it('survives the loss of the database through the file, and of the file through the database', async () => {
    const site = createSite()
    const first = await site.start()
    expect((await site.plimsoll('stop', '--json')).exit).toBe(0)
    await untilState(site, 'HALTED')
    await kill(first)

    for (const file of site.engineFiles()) rmSync(file)
    const second = await site.start()
    const { latch, stop } = await untilState(site, 'HALTED')
    expect([latch.engaged, stop?.reason]).toEqual([true, 'plimsoll stop'])
    await kill(second)

    rmSync(site.stopFile)
    await site.start()
    expect(await untilState(site, 'HALTED')).toMatchObject({ latch })
    await vi.waitFor(() => expect(readFileSync(site.stopFile, 'utf8')).toContain(latch.stopId), SOON)
    rmSync(site.stopFile)
    await vi.waitFor(() => expect(existsSync(site.stopFile)).toBe(true), SOON)
  }, 120_000)

  it('holds at the next start when it is given to a hanging process, to one that is shutting down, or to none', async () => {
    const site = createSite()
    const first = await site.start()
    await trade(site, first)
    first.child.kill('SIGSTOP')
    const began = performance.now()
    const { exit, out, err } = await site.plimsoll('stop')
    expect({ exit, err }).toEqual({ exit: 0, err: '' })
    expect(performance.now() - began).toBeLessThan(30_000)
    expect(out).toContain(`did not respond; process ${first.child.pid} was killed`)
    await first.ended
    const second = await site.start()
    expect(await untilState(site, 'HALTED')).toMatchObject({ positions: { open: 1 } })
    await untilOnlyStops(site)

    await untilComplete(site)
    await clearAndResume(site)
    second.child.kill('SIGTERM')
    second.child.kill('SIGUSR2')
    expect(await second.ended).toBe(0)
    expect(existsSync(site.stopFile)).toBe(true)
    const third = await site.start()
    await untilState(site, 'HALTED')

    await untilComplete(site)
    await clearAndResume(site)
    third.child.kill('SIGTERM')
    await third.ended
    expect(await site.plimsoll('stop')).toMatchObject({ exit: 0, out: expect.stringContaining('not running') })
    const status = await site.plimsoll('status')
    expect([status.exit, status.out]).toEqual([3, expect.stringContaining('the next start is HALTED')])
    expect((await site.plimsoll('stop', 'clear')).exit).toBe(3)
    await site.start()
    expect(await untilState(site, 'HALTED')).toMatchObject({ stateReason: { message: 'plimsoll stop' } })
  }, 120_000)
})
