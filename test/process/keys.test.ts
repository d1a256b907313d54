import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { DecisionPacket } from '../../contract/monitor/live-readiness-decision-packet.ts'
import { USUAL_PERMISSIONS } from '../../venue/binance/rest/auth.ts'
import { run, startServer, untilReady } from '../support/process.ts'
import { aTempDirectory } from '../support/temp-directory.ts'
import { API_KEY, API_SECRET, openStage } from '../venue-wire/venue-stage.ts'

const PASSPHRASE = 'canary passphrase 4711'

it('keeps keys sealed, signs requests with them, and exposes them nowhere', async () => {
  const directory = aTempDirectory()
  const dataDir = join(directory, 'data')
  const passphrase = join(directory, 'passphrase')
  writeFileSync(passphrase, PASSPHRASE, { mode: 0o600 })
  const env = { ...process.env, PLIMSOLL_PASSPHRASE_FILE: passphrase }
  const add = spawnSync(
    process.execPath,
    ['bin/plimsoll.js', 'keys', 'add', '--exchange', 'binanceusdm', '--data-dir', dataDir],
    { input: `${API_KEY}\n${API_SECRET}\n`, env, encoding: 'utf8' },
  )
  expect([add.status, add.stdout]).toEqual([0, ''])

  const permissions = { ...USUAL_PERMISSIONS, enableWithdrawals: true }
  const stage = await openStage({ permissions })
  const flags = ['--exchange', 'binanceusdm', '--exchange-url', stage.url, '--symbols', 'BTCUSDT', '--port', '0']
  const doctor = run(['doctor', ...flags, '--data-dir', dataDir, '--json'], { PLIMSOLL_PASSPHRASE_FILE: passphrase })
  expect(await doctor.ended).toBe(1)
  await stage.close()
  const { findings } = JSON.parse(doctor.out())
  const failures = findings.filter(({ level }: { level: string }) => level === 'fail')
  expect(failures).toEqual([expect.objectContaining({ check: 'key: withdrawals' })])
  expect(findings).toContainEqual(expect.objectContaining({ check: 'keys', level: 'ok' }))

  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1'))
  const everything = [add.stderr, doctor.out(), doctor.err(), ...files].join('\n')
  for (const secret of [API_KEY, API_SECRET, PASSPHRASE]) expect(everything).not.toContain(secret)
})

it('passes, fails and misses readiness gate LR16 by what doctor last read of the stored key', async () => {
  const directory = aTempDirectory()
  const dataDir = join(directory, 'data')
  const passphrase = join(directory, 'passphrase')
  writeFileSync(passphrase, PASSPHRASE, { mode: 0o600 })
  const env = { PLIMSOLL_PASSPHRASE_FILE: passphrase }
  const store = async () => {
    const add = run(['keys', 'add', '--replace', '--exchange', 'binanceusdm', '--data-dir', dataDir], env)
    add.child.stdin?.end(`${API_KEY}\n${API_SECRET}\n`)
    expect(await add.ended).toBe(0)
  }
  await store()
  const permissions = { ...USUAL_PERMISSIONS, ipRestrict: true }
  const stage = await openStage({ permissions })
  onTestFinished(() => stage.close())
  const flags = ['--exchange', 'binanceusdm', '--exchange-url', stage.url, '--symbols', 'BTCUSDT']
  const server = await startServer([...flags, '--data-dir', dataDir], { PLIMSOLL_BOOTSTRAP_ADMIN: 'admin:admin' })
  await untilReady(server)
  const minted = run(['token', '--user', 'admin', '--data-dir', dataDir])
  expect(await minted.ended).toBe(0)
  const headers = { Authorization: `Bearer ${minted.out().trim()}` }
  const gate = async () => {
    const response = await fetch(`${server.banner.url}/api/monitor/live-readiness-decision-packet`, { headers })
    const body = (await response.json()) as { readonly data: DecisionPacket | null }
    if (!body.data) throw new Error(JSON.stringify(body).slice(0, 1_500))
    return body.data.gates.find(({ id }) => id === 'LR16')
  }
  const untilGate = (expected: object) =>
    vi.waitFor(async () => expect(await gate()).toMatchObject({ ...expected, waivable: false }), {
      timeout: 120_000,
      interval: 1_000,
    })
  const examine = async () => {
    const doctor = run(['doctor', ...flags, '--port', '0', '--data-dir', dataDir], env)
    await doctor.ended
    expect(doctor.err()).toContain('Recorded for the readiness gates')
  }
  const doctor = `plimsoll doctor --exchange binanceusdm --exchange-url ${stage.url}`

  await untilGate({ status: 'MISSING', measured: null, remedy: `With this server running: ${doctor}.` })
  await examine()
  await untilGate({
    status: 'PASS',
    measured: expect.stringMatching(/^trading only, restricted to an IP address: kkkk…kkkk/),
  })
  await store()
  await untilGate({ status: 'MISSING', measured: expect.stringMatching(/^another key: /) })
  permissions.ipRestrict = false
  await examine()
  await untilGate({
    status: 'FAIL',
    remedy: `Restrict the key to the address of this machine at the exchange; then: ${doctor}.`,
  })
  permissions.ipRestrict = true
  permissions.enableWithdrawals = true
  await examine()
  await untilGate({ status: 'FAIL', measured: expect.stringMatching(/^can withdraw funds/) })
  expect(readFileSync(join(dataDir, 'readiness-checks.json'), 'utf8')).not.toContain(API_KEY)
}, 480_000)
