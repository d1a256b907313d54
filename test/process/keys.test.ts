import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { USUAL_PERMISSIONS } from '../../venue/binance/rest/auth.ts'
import { run } from '../support/process.ts'
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
