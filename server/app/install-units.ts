/** Installs and removes the systemd units of a Plimsoll service and of its backups. */

import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isSystemError } from '../adapters/store/disk.ts'
import type { InstalledUnits, RemovedUnits, ServiceOrder } from '../cli/parts.ts'
import { errorMessage, StartError } from '../core/errors.ts'
import {
  isStateDirectory,
  MARK,
  printBackupTimer,
  printBackupUnit,
  printServiceUnit,
  printSystemUser,
} from '../host/systemd-unit.ts'

/**
 * Writes the units of a service and starts it, or restarts it with changed options. With a `root`, the files are written below that folder and nothing is
 * started, for example for an image. Rejects with a `StartError` when this host cannot run the service, or when a
 * foreign file would be overwritten.
 */
export const installUnits = async (order: ServiceOrder, program: Program): Promise<InstalledUnits> =>
  attempt(() => {
    const { root } = order
    refuseHost(root, program)
    const files = describeFiles(order, program)
    for (const { path } of files) refuseForeign(toPath(root, path))
    const isChanged = isOtherText(toPath(root, `${UNITS}${order.name}.service`), files)
    for (const { path, text } of files) write(toPath(root, path), text)
    if (!existsSync(toPath(root, SETTINGS))) write(toPath(root, SETTINGS), SETTINGS_TEXT, 0o640)
    if (root === null) start(order, isChanged)
    return { files: files.map(({ path }) => path), settingsPath: SETTINGS, isChanged }
  })

/** Command line for systemd: Node and its options, then the script. */
export type Program = readonly string[]

const UNITS = '/etc/systemd/system/'
const SETTINGS = '/etc/plimsoll/plimsoll.env'

interface UnitFile {
  readonly path: string
  readonly text: string
}

const describeFiles = (
  { name, command, user, dataDir, backup }: ServiceOrder,
  program: Program,
): readonly UnitFile[] => {
  const withData = (words: readonly string[]): readonly string[] => [...program, ...words, '--data-dir', dataDir]
  const unit = { command: withData(command), user, dataDir, settingsPath: SETTINGS }
  const files = [
    { path: `/etc/sysusers.d/${name}.conf`, text: printSystemUser(user, dataDir) },
    { path: `${UNITS}${name}.service`, text: printServiceUnit(unit) },
  ]
  if (!backup) return files
  const { out, keep } = backup
  const backupUnit = { command: withData(['backup', '--out', out, '--keep', `${keep}`]), user, dataDir, out }
  return [
    ...files,
    { path: `${UNITS}${name}-backup.service`, text: printBackupUnit(backupUnit) },
    { path: `${UNITS}${name}-backup.timer`, text: printBackupTimer() },
  ]
}

/** Returns whether a unit is already installed with another text. */
const isOtherText = (path: string, files: readonly UnitFile[]): boolean =>
  existsSync(path) && files.every(({ text }) => text !== readFileSync(path, 'utf8'))

const toPath = (root: string | null, path: string): string => join(root ?? '/', path)

/** Stops a service and removes its units. Data, settings, backups and the user remain. */
export const removeUnits = async (name: string, root: string | null): Promise<RemovedUnits> =>
  attempt(() => {
    refuseHost(root, [])
    const units = [`${name}.service`, `${name}-backup.timer`, `${name}-backup.service`]
    const present = units.filter((unit) => existsSync(toPath(root, UNITS + unit)))
    const paths = [...present.map((unit) => UNITS + unit), `/etc/sysusers.d/${name}.conf`]
    if (present.length === 0) throw new StartError(`There is no service ${name}: ${UNITS}${name}.service is missing.`)
    for (const path of paths) refuseForeign(toPath(root, path))
    const change = root === null ? run : () => {}
    change('systemctl', 'disable', '--now', ...present)
    for (const path of paths) rmSync(toPath(root, path), { force: true })
    change('systemctl', 'daemon-reload')
    return { files: paths }
  })

/** Starts the service, or restarts it with its new options. */
const start = ({ name, user, dataDir, backup }: ServiceOrder, isChanged: boolean): void => {
  run('systemd-sysusers', `/etc/sysusers.d/${name}.conf`)
  run('chgrp', user, SETTINGS)
  for (const directory of [...(isStateDirectory(dataDir) ? [] : [dataDir]), ...(backup ? [backup.out] : [])]) {
    if (!existsSync(directory)) run('install', '-d', '-m', '700', '-o', user, '-g', user, directory)
  }
  run('systemctl', 'daemon-reload')
  run('systemctl', 'enable', `${name}.service`)
  if (backup) run('systemctl', 'enable', '--now', `${name}-backup.timer`)
  run('systemctl', isChanged ? 'restart' : 'start', `${name}.service`)
}

const run = (program: string, ...args: readonly string[]): void => {
  try {
    execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' })
  } catch (error) {
    const { stderr } = error as { readonly stderr?: string }
    throw new StartError(`${[program, ...args].join(' ')} failed: ${stderr?.trim() || errorMessage(error)}`)
  }
}

const refuseHost = (root: string | null, program: Program): void => {
  const hidden = program.find((part) => /^\/(home|root|run\/user)\//.test(part))
  if (hidden !== undefined) {
    throw new StartError(
      `${hidden} is in a home directory, which a service cannot read. Install Plimsoll for all users: npm install --global ./plimsoll-X.Y.Z.tgz`,
    )
  }
  if (root !== null) return
  if (!existsSync('/run/systemd/system')) {
    throw new StartError('This host is not run by systemd. With --root DIRECTORY the units are only written.')
  }
  if (process.geteuid?.() !== 0) throw new StartError('Services are installed by root: sudo plimsoll service install.')
}

const refuseForeign = (path: string): void => {
  if (!existsSync(path) || readFileSync(path, 'utf8').startsWith(MARK)) return
  throw new StartError(`${path} was not created by this command. Move it away, or choose another --name.`)
}

const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(path), { recursive: true, mode: 0o755 })
  writeFileSync(path, text, { mode: 0o600 })
  chmodSync(path, mode)
}

/** Runs `work` with the usual umask: systemd and the service user read the folders that it creates. */
const attempt = <T>(work: () => T): T => {
  const umask = process.umask(0o022)
  try {
    return work()
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw new StartError(`The service cannot be changed: ${errorMessage(error)}`)
  } finally {
    process.umask(umask)
  }
}

const SETTINGS_TEXT = `# Plimsoll settings, one per line; all of them: docs/guide/configuration.md
# Restart the service after a change: systemctl restart plimsoll
#PLIMSOLL_PORT=8080
#PLIMSOLL_EXCHANGE=binanceusdm
#PLIMSOLL_SYMBOLS=BTCUSDT,ETHUSDT
#PLIMSOLL_EXECUTION=paper
`
