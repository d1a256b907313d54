import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { unpackPackage } from './package.ts'

/*
 * A machine run by systemd, with the package installed for all users: systemd-nspawn boots a Debian root that
 * mmdebstrap creates, without a network and without systemd on this host.
 */

const TOOLS = ['systemd-nspawn', 'mmdebstrap', 'unshare', 'nsenter'] as const

/** Returns what is missing on this host to boot a machine; null when nothing is. */
export const findMissingTool = (): string | null => {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return 'root on Linux'
  const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).status !== 0)
  return missing.length === 0 ? null : missing.join(', ')
}

/** Kept between runs: a minute of downloads. */
const DEBIAN = 'node_modules/.cache/debian-systemd.tar'

const PACKAGES = '--include=systemd,systemd-sysv,dbus'

const exec = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stderr}${stdout}`)
  return stdout.trim()
}

/** Creates the root of a machine with Node and the package, and writes further files into it. */
const makeRoot = (root: string, files: Readonly<Record<string, string>>): void => {
  if (!existsSync(DEBIAN)) {
    mkdirSync(dirname(DEBIAN), { recursive: true })
    exec('mmdebstrap', '--variant=minbase', PACKAGES, 'bookworm', DEBIAN)
  }
  mkdirSync(root, { mode: 0o755 })
  exec('tar', '-C', root, '-xf', DEBIAN)
  cpSync(process.execPath, join(root, 'usr/bin/node'))
  unpackPackage(join(root, 'usr/lib'))
  exec('chmod', '-R', 'go+rX', join(root, 'usr/lib/node_modules'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true, mode: 0o755 })
    writeFileSync(join(root, path), text, { mode: 0o644 })
  }
}

/** Boots with a private `/run`, because this host may be run without systemd. */
const BOOT = `
mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/system
exec systemd-nspawn --directory "$0" --boot --private-network --register=no --keep-unit --console=pipe
`

export const PROGRAM = '/usr/lib/node_modules/plimsoll/bin/plimsoll.js'

/** Boots a machine in a folder. `exec` runs a program in it as root and returns its output. */
export const bootMachine = async (folder: string, files: Readonly<Record<string, string>>) => {
  const root = join(folder, 'root')
  makeRoot(root, files)
  const nspawn = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-c', BOOT, root], { stdio: 'ignore' })
  const ended = once(nspawn, 'exit')
  const leader = await readLeader(nspawn.pid ?? 0)
  const enter = ['--target', leader, '--mount', '--uts', '--ipc', '--pid', '--net', '--cgroup']
  const machine = {
    exec: (...command: readonly string[]): string => exec('nsenter', ...enter, ...command),
    async end(): Promise<void> {
      process.kill(Number(leader), 'SIGKILL')
      await ended
    },
  }
  await untilBooted(machine)
  return machine
}

export type Machine = Awaited<ReturnType<typeof bootMachine>>

const POLL_MS = 200
const TRIES = 600

/** Returns the process of systemd-nspawn that is the first one in the machine; others prepare it. */
const readLeader = async (pid: number): Promise<string> => {
  for (let tries = 0; tries < TRIES; tries++) {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const leader = children.find((child) => /^NSpid:.*\t1$/m.test(readFileSync(`/proc/${child}/status`, 'utf8')))
    if (leader !== undefined) return leader
    await setTimeout(POLL_MS)
  }
  throw new Error('systemd-nspawn has started no system.')
}

const untilBooted = async ({ exec }: Pick<Machine, 'exec'>): Promise<void> => {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      if (exec('systemctl', 'is-active', 'multi-user.target') === 'active') return
    } catch {
      // systemctl fails until systemd listens, and until the target is active.
    }
    await setTimeout(POLL_MS)
  }
  throw new Error('The machine has not booted.')
}
