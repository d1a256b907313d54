import { mkdtempSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bootMachine, findMissingTool, type Machine, PROGRAM } from '../support/systemd-machine.ts'

const missing = findMissingTool()

const SOON = { timeout: 120_000, interval: 500 }
const EXPOSURE_MAX = 1.5

const ADMIN = 'admin:vultures-harbour-93-ostrich'
const SERVER = ['start', '--symbols', 'BTCUSDT', '--history-days', '1', '--autotrading', 'off']

const FILES = {
  'etc/plimsoll/plimsoll.env': `PLIMSOLL_BOOTSTRAP_ADMIN=${ADMIN}\n`,
  'etc/systemd/system/plimsoll.service.d/test.conf': '[Service]\nWatchdogSec=20\n',
}

/** Logs in and sends a request to the server of the machine; prints the answer. */
const REQUEST = `
const [method, path, body] = process.argv.slice(1)
const url = 'http://127.0.0.1:8080/api/'
const send = (path, method, body, headers) => fetch(url + path, { method, body, headers: { 'content-type': 'application/json', ...headers } })
const [username, password] = '${ADMIN}'.split(':')
const { accessToken } = await (await send('auth/login', 'POST', JSON.stringify({ username, password }))).json()
const answer = await send(path, method, body, { authorization: 'Bearer ' + accessToken })
console.log(answer.status, await answer.text())
`

describe.skipIf(missing !== null)(`the systemd service${missing === null ? '' : ` (needs ${missing})`}`, () => {
  const folder = mkdtempSync('/tmp/plimsoll-systemd-')
  let machine: Machine
  beforeAll(async () => {
    machine = await bootMachine(folder, FILES)
  }, 600_000)
  afterAll(async () => {
    await machine?.end()
    rmSync(folder, { recursive: true, force: true })
  })

  const show = (property: string): string =>
    machine.exec('systemctl', 'show', 'plimsoll', '--value', '--property', property)
  const request = (...args: readonly string[]): string =>
    machine.exec('node', '--input-type=module', '--eval', REQUEST, ...args)
  const place = (order: object): string => request('POST', 'v381/trading/order', JSON.stringify(order))
  const readPositions = (): readonly object[] => {
    const { items } = JSON.parse(request('GET', 'v381/trading/positions').replace(/^200 /, ''))
    return items.map(({ id, symbol, side, qty, entryPrice }: Record<string, string>) => ({
      id,
      symbol,
      side,
      qty,
      entryPrice,
    }))
  }

  it('is started, and reported as started only once the server accepts connections', { timeout: 300_000 }, () => {
    expect(machine.exec('node', PROGRAM, 'service', 'install', '--', ...SERVER)).toContain('enabled and started')
    expect(show('SubState')).toBe('running')
    const probe = "const { status } = await fetch('http://127.0.0.1:8080/healthz'); console.log(status)"
    expect(machine.exec('node', '--input-type=module', '--eval', probe)).toBe('200')
    expect(show('User')).toBe('plimsoll')
    expect(machine.exec('stat', '--format', '%U %a', '/var/lib/plimsoll/')).toBe('plimsoll 700')
  })

  it('has few rights', ({ annotate }) => {
    const rating = machine.exec('systemd-analyze', 'security', 'plimsoll', '--no-pager')
    const [line = '', exposure] = /Overall exposure level for .*: ([\d.]+) .*/.exec(rating) ?? []
    annotate(line)
    expect(Number(exposure)).toBeLessThanOrEqual(EXPOSURE_MAX)
    expect(machine.exec('systemd-analyze', 'verify', 'plimsoll.service')).toBe('')
  })

  it('is restarted with its open position after a kill', { timeout: 300_000 }, async () => {
    await vi.waitFor(
      () => expect(place({ symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' })).toMatch(/^201 /),
      SOON,
    )
    await vi.waitFor(() => expect(readPositions()).toMatchObject([{ symbol: 'BTCUSDT', qty: '0.002' }]), SOON)
    const positions = readPositions()
    machine.exec('systemctl', 'kill', '--signal', 'SIGKILL', 'plimsoll')
    await vi.waitFor(() => expect([show('NRestarts'), show('SubState')]).toEqual(['1', 'running']), SOON)
    await vi.waitFor(() => expect(readPositions()).toEqual(positions), SOON)
  })

  it('is ended by the watchdog and restarted when the process hangs', { timeout: 300_000 }, async () => {
    const positions = readPositions()
    machine.exec('systemctl', 'kill', '--signal', 'SIGSTOP', 'plimsoll')
    await vi.waitFor(() => expect([show('NRestarts'), show('SubState')]).toEqual(['2', 'running']), SOON)
    expect(machine.exec('journalctl', '--unit', 'plimsoll', '--no-pager')).toContain('Watchdog timeout')
    await vi.waitFor(() => expect(readPositions()).toEqual(positions), SOON)
  })

  it('shuts down cleanly when it is stopped', { timeout: 120_000 }, () => {
    machine.exec('systemctl', 'stop', 'plimsoll')
    expect([show('SubState'), show('Result'), show('ExecMainStatus')]).toEqual(['dead', 'success', '0'])
    expect(machine.exec('journalctl', '--unit', 'plimsoll', '--no-pager')).toContain('shutdown complete')
  })
})
