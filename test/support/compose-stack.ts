import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/* Runs a compose file unchanged with Podman and podman-compose, whose images, volumes and networks are in a folder of their own. */

const TOOLS = ['podman', 'podman-compose'] as const

/** Returns what is missing on this host to run a compose file; null when nothing is. */
export const findMissingComposeTool = (): string | null => {
  const missing = TOOLS.filter((tool) => spawnSync(tool, ['--version']).status !== 0)
  return missing.length === 0 ? null : missing.join(', ')
}

/** Limits that a host which may not raise its own can still set; the runtime and the paths of Podman. */
const describeEngine = (folder: string): string => `
[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
lock_type = "file"
tmp_dir = "${join(folder, 'tmp')}"
[network]
network_config_dir = "${join(folder, 'networks')}"
`

const describeStorage = (folder: string): string => `
[storage]
driver = "vfs"
graphroot = "${join(folder, 'storage')}"
runroot = "${join(folder, 'run')}"
`

/** Copies a compose file with its scripts into a folder, creates its secrets, and loads the image of an archive. */
export const openComposeStack = (folder: string, file: string, archive: string) => {
  mkdirSync(folder)
  const project = join(folder, 'plimsoll')
  cpSync('ops/compose', join(project, 'ops/compose'), { recursive: true })
  cpSync(file, join(project, file))
  writeFileSync(join(folder, 'containers.conf'), describeEngine(folder))
  writeFileSync(join(folder, 'storage.conf'), describeStorage(folder))
  const env = {
    ...process.env,
    CONTAINERS_CONF: join(folder, 'containers.conf'),
    CONTAINERS_STORAGE_CONF: join(folder, 'storage.conf'),
  }
  const run = (program: string, ...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(program, args, { cwd: project, env, encoding: 'utf8' })
    return { status, out: stdout, err: stderr }
  }
  const mustRun = (program: string, ...args: readonly string[]): string => {
    const { status, out, err } = run(program, ...args)
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${err.slice(-4_000)}${out.slice(-4_000)}`)
    return out.trim()
  }
  mustRun('sh', 'ops/compose/make-secrets.sh')
  mustRun('podman', 'load', '--input', archive)
  return {
    project,
    podman: (...args: readonly string[]): string => mustRun('podman', ...args),
    compose: (...args: readonly string[]): string => mustRun('podman-compose', '--file', file, ...args),
    /** Runs a host command in the container of a service; does not throw when it fails. */
    exec: (service: string, ...command: readonly string[]) => {
      const filter = `label=com.docker.compose.service=${service}`
      const container = mustRun('podman', 'ps', '--quiet', '--filter', filter)
      return run('podman', 'exec', container, ...command)
    },
    close: (): void => {
      run('podman-compose', '--file', file, 'down', '--volumes')
      run('podman', 'rm', '--all', '--force')
    },
  }
}
