import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import type { ServiceOrder } from '../cli/parts.ts'
import { installUnits, removeUnits } from './install-units.ts'

const PROGRAM = ['/usr/bin/node', '--disable-sigusr1', '/usr/lib/node_modules/plimsoll/bin/plimsoll.js']

const anOrder = (more: Partial<ServiceOrder> = {}): ServiceOrder => ({
  name: 'plimsoll',
  command: ['start'],
  user: 'plimsoll',
  dataDir: '/var/lib/plimsoll',
  backup: null,
  root: aTempDirectory(),
  ...more,
})

const read = ({ root }: ServiceOrder, path: string): string => readFileSync(join(root ?? '/', path), 'utf8')

it('writes the service, its user and its settings, and retains changed settings', async () => {
  const order = anOrder()
  const { files, settingsPath } = await installUnits(order, PROGRAM)
  expect(files).toEqual(['/etc/sysusers.d/plimsoll.conf', '/etc/systemd/system/plimsoll.service'])
  expect(read(order, '/etc/systemd/system/plimsoll.service')).toContain(
    `ExecStart=${PROGRAM.join(' ')} start --data-dir /var/lib/plimsoll\n`,
  )
  expect(read(order, '/etc/systemd/system/plimsoll.service')).toContain('StateDirectory=plimsoll\n')
  expect(read(order, '/etc/sysusers.d/plimsoll.conf')).toContain('u plimsoll - "Plimsoll" /var/lib/plimsoll\n')
  expect(statSync(join(order.root ?? '', settingsPath)).mode & 0o777).toBe(0o640)
  writeFileSync(join(order.root ?? '', settingsPath), 'PLIMSOLL_PORT=9000\n')
  await installUnits({ ...order, command: ['start', '--port', '9001'] }, PROGRAM)
  expect(read(order, settingsPath)).toBe('PLIMSOLL_PORT=9000\n')
  expect(read(order, '/etc/systemd/system/plimsoll.service')).toContain('start --port 9001 --data-dir')
})

it('lets the service user read its settings, whatever the umask of the host command', async () => {
  const order = anOrder()
  const umask = process.umask(0o077)
  onTestFinished(() => void process.umask(umask))
  await installUnits(order, PROGRAM)
  for (const directory of ['etc/plimsoll', 'etc/systemd/system', 'etc/sysusers.d']) {
    expect(statSync(join(order.root ?? '', directory)).mode & 0o777, directory).toBe(0o755)
  }
  expect(process.umask()).toBe(0o077)
})

it('determines whether the options of an installed service have changed', async () => {
  const order = anOrder()
  expect((await installUnits(order, PROGRAM)).isChanged).toBe(false)
  expect((await installUnits(order, PROGRAM)).isChanged).toBe(false)
  expect((await installUnits({ ...order, command: ['start', '--port', '9001'] }, PROGRAM)).isChanged).toBe(true)
})

it('writes hourly backups, and removes all units again', async () => {
  const order = anOrder({ backup: { out: '/var/backups/plimsoll', keep: 48 } })
  await installUnits(order, PROGRAM)
  expect(read(order, '/etc/systemd/system/plimsoll-backup.service')).toContain(
    'backup --out /var/backups/plimsoll --keep 48 --data-dir /var/lib/plimsoll\n',
  )
  expect(read(order, '/etc/systemd/system/plimsoll-backup.timer')).toContain('OnCalendar=hourly')
  await removeUnits('plimsoll', order.root)
  expect(readdirSync(join(order.root ?? '', 'etc/systemd/system'))).toEqual([])
  await expect(removeUnits('plimsoll', order.root)).rejects.toThrow('There is no service plimsoll')
})

it('quotes arguments as systemd reads them', async () => {
  const order = anOrder({
    command: ['start', '--symbols', 'A B', '--seed', '100%', '--loop', '$HOME"\\'],
    dataDir: '/srv/p',
  })
  await installUnits(order, PROGRAM)
  const unit = read(order, '/etc/systemd/system/plimsoll.service')
  expect(unit).toContain('start --symbols "A B" --seed 100%% --loop "$$HOME\\"\\\\" --data-dir /srv/p\n')
  expect(unit).toContain('ReadWritePaths=/srv/p\n')
})

it('rejects a program in a home directory, and files of another origin', async () => {
  const order = anOrder()
  await expect(installUnits(order, ['/home/ann/.nvm/node', 'plimsoll.js'])).rejects.toThrow(
    '/home/ann/.nvm/node is in a home directory',
  )
  expect(readdirSync(order.root ?? '')).toEqual([])
  mkdirSync(join(order.root ?? '', 'etc/systemd/system'), { recursive: true })
  writeFileSync(join(order.root ?? '', 'etc/systemd/system/plimsoll.service'), '[Service]\n')
  await expect(installUnits(order, PROGRAM)).rejects.toThrow('was not created by this command')
  await expect(removeUnits('plimsoll', order.root)).rejects.toThrow('was not created by this command')
  expect(read(order, '/etc/systemd/system/plimsoll.service')).toBe('[Service]\n')
})

const analyze = (...args: readonly string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' })

it.skipIf(analyze('--version').status !== 0)('is rated 1.5 or better by systemd (needs systemd-analyze)', async () => {
  const order = anOrder({ backup: { out: '/var/backups/plimsoll', keep: 1 } })
  await installUnits(order, PROGRAM)
  const units = join(order.root ?? '', 'etc/systemd/system')
  for (const name of ['plimsoll.service', 'plimsoll-backup.service']) {
    const { stdout } = analyze('security', '--offline=true', join(units, name))
    const [, level] = /Overall exposure level for .*: ([\d.]+)/.exec(stdout) ?? []
    expect(Number(level), name).toBeLessThanOrEqual(1.5)
  }
})
