import { existsSync, writeFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { type Caller, type Json, placeOrder } from '../support/order-stream.ts'
import {
  BUY,
  clearAndResume,
  createSite,
  parseAnswer,
  rest,
  type Server,
  type Site,
  SOON,
  standingAt,
  trade,
  untilComplete,
  untilOnlyStops,
  untilState,
} from './host-site.ts'

/** Returns the go-live packet that would be needed for arming. */
const readPacket = async ({ token }: Caller, url: string): Promise<Json> => {
  const headers = { authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/monitor/live-readiness-decision-packet`, { headers })
  return ((await response.json()) as Json).data
}

const WAYS = [
  {
    way: 'plimsoll stop',
    code: 'EMERGENCY_STOP',
    reason: 'the feed looks wrong',
    act: async (site: Site) => {
      const { exit, out, err } = await site.plimsoll('stop', '--reason', 'the feed looks wrong')
      expect({ exit, err }).toEqual({ exit: 0, err: '' })
      expect(out).toContain('Clear        plimsoll stop clear')
    },
  },
  {
    way: 'SIGUSR2',
    code: 'EMERGENCY_STOP',
    reason: 'The process received SIGUSR2.',
    act: async (_site: Site, { child }: Server) => void child.kill('SIGUSR2'),
  },
  {
    way: 'a file that is put there',
    code: 'STOP_FILE',
    reason: 'A stop file was created in the data directory.',
    act: async ({ stopFile }: Site) => writeFileSync(stopFile, ''),
  },
]

it('cancels resting orders, keeps protective stops, and allows no increase of risk, whichever way it is stopped', async () => {
  const site = createSite()
  const server = await site.start()
  const caller = await trade(site, server)
  for (const { code, reason, act } of WAYS) {
    await act(site, server)
    expect(await untilState(site, 'HALTED')).toMatchObject({
      stateReason: { code, message: reason },
      desiredState: 'PAUSED',
      latch: { engaged: true },
      positions: { open: 1 },
    })
    await untilOnlyStops(site)
    const refused = await parseAnswer(placeOrder(caller, server.banner.url, BUY))
    expect(refused).toMatchObject({ answered: 409, stopId: (await site.status()).latch.stopId })
    await untilComplete(site)
    expect(standingAt(site)).toEqual(['STOP_MARKET'])
    await clearAndResume(site)
    await rest(caller, server)
  }
}, 240_000)

describe('restoring trading', () => {
  const requestCode = async (site: Site, ...words: readonly string[]): Promise<string> => {
    const output = await site.plimsoll(...words, '--json')
    expect(output).toMatchObject({ exit: 0, err: '' })
    return JSON.parse(output.out).code
  }

  it('takes two steps, requires an unchanged state, and never goes from HALTED to RUNNING', async () => {
    const site = createSite()
    const server = await site.start()
    const caller = await trade(site, server)
    await untilState(site, 'RUNNING')
    expect(await site.plimsoll('resume')).toMatchObject({ exit: 4, err: expect.stringContaining('RUNNING') })
    expect(await site.plimsoll('stop', 'clear')).toMatchObject({
      exit: 4,
      err: expect.stringContaining('No emergency'),
    })
    await site.plimsoll('stop')
    expect(await site.plimsoll('resume')).toMatchObject({
      exit: 4,
      err: expect.stringContaining('plimsoll stop clear'),
    })
    await untilComplete(site)

    const code = await requestCode(site, 'stop', 'clear')
    const confirm = (typed: string) =>
      site.plimsoll('stop', 'clear', '--confirm', typed, '--reason', 'the feed is back')
    expect(await confirm(code === '000000' ? '000001' : '000000')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('not the most recent code'),
    })
    expect(await site.status()).toMatchObject({ state: 'HALTED' })
    expect(await confirm(code)).toMatchObject({ exit: 2 })
    expect(await confirm(await requestCode(site, 'stop', 'clear'))).toMatchObject({ exit: 0 })
    expect(await untilState(site, 'PAUSED')).toMatchObject({ desiredState: 'PAUSED', latch: { engaged: false } })
    expect(existsSync(site.stopFile)).toBe(false)
    expect(await confirm(code)).toMatchObject({ exit: 2 })

    const stale = await requestCode(site, 'resume')
    await site.plimsoll('stop', '--reason', 'once more')
    const resume = (typed: string) => site.plimsoll('resume', '--confirm', typed, '--reason', 'checked it')
    expect(await resume(stale)).toMatchObject({ exit: 2, err: expect.stringContaining('changed since') })
    expect(await site.status()).toMatchObject({ state: 'HALTED' })
    await untilComplete(site)
    expect(await confirm(await requestCode(site, 'stop', 'clear'))).toMatchObject({ exit: 0 })
    await untilState(site, 'PAUSED')
    expect(await resume(await requestCode(site, 'resume'))).toMatchObject({ exit: 0 })
    expect(await site.status()).toMatchObject({ state: 'RUNNING', desiredState: 'RUNNING' })

    expect(await site.plimsoll('pause')).toMatchObject({ exit: 0, err: expect.stringContaining('Paused.') })
    const arm = (packet: string) => site.plimsoll('live', 'arm', '--packet', packet, '--reason', 'a try')
    // A packet is replaced as soon as a gate changes, on a busy machine between reading and arming.
    await vi.waitFor(async () => {
      const { packetHash } = await readPacket(caller, server.banner.url)
      expect(await arm(packetHash)).toMatchObject({ exit: 4, err: expect.stringContaining('No go') })
    }, SOON)
    expect(await arm('0'.repeat(64))).toMatchObject({ exit: 2, err: expect.stringContaining('packet') })
    const listed = await site.plimsoll('audit', 'list', '--json')
    for (const action of ['EMERGENCY_STOP', 'STOP_CLEAR', 'RESUME', 'PAUSE', 'LIVE_ARM', 'USER_ADD']) {
      expect(listed.out).toContain(action)
    }
    expect(await site.plimsoll('audit', 'verify')).toMatchObject({ exit: 0 })
  }, 240_000)
})
