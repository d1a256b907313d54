import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Builds the image and runs it without Docker, a registry or a daemon: buildah builds it from a Debian root that mmdebstrap
 * creates, and runc runs it.
 */

const TOOLS = ['buildah', 'runc', 'mmdebstrap'] as const

const hasTool = (tool: string): boolean => spawnSync(tool, ['--version']).status === 0

/** Returns what is missing on this host to build and run the image; null when nothing is. */
export const findMissingTool = (): string | null => {
  if (process.platform !== 'linux' || process.geteuid?.() !== 0) return 'root on Linux'
  const missing = TOOLS.filter((tool) => !hasTool(tool))
  return missing.length === 0 ? null : missing.join(', ')
}

export const UID = 10_001

const exec = (program: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed:\n${stderr.slice(-4_000)}${stdout.slice(-4_000)}`)
  return stdout.trim()
}

/** Image settings for the start of a container. */
interface ImageConfig {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly StopSignal: string
  readonly Volumes: Readonly<Record<string, object>> | null
  readonly Healthcheck: { readonly Test: readonly string[] }
}

export interface Image {
  readonly config: ImageConfig
  /** Folder with its files. */
  readonly root: string
  /** Writes the image with this name to an archive that Docker and Podman load. */
  save(archive: string, name: string): void
}

/** Kept between runs: a minute of downloads. */
const DEBIAN = 'node_modules/.cache/debian.tar'

const EXCLUDED = ['doc', 'man', 'locale'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`)

const readNpm = (setting: string): string => exec('npm', 'config', 'get', setting)

/** Builds the image in a folder, from the files of this project. */
export const buildImage = (folder: string): Image => {
  if (!existsSync(DEBIAN)) {
    mkdirSync(dirname(DEBIAN), { recursive: true })
    exec('mmdebstrap', '--variant=minbase', ...EXCLUDED, 'bookworm', DEBIAN)
  }
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const buildah = (...args: readonly string[]): string => exec('buildah', ...storage, ...args)
  const base = buildah('from', 'scratch')
  buildah('add', base, DEBIAN, '/')
  buildah('commit', base, 'localhost/debian')
  addNode(buildah, base)
  buildah('commit', '--rm', base, 'localhost/node')
  const bases = ['NODE_IMAGE=localhost/node', 'BASE_IMAGE=localhost/debian'].flatMap((arg) => ['--build-arg', arg])
  const cache = readNpm('cache')
  const build = ['build', '--isolation', 'chroot', '--format', 'docker', '--network', 'host', '--layers=false']
  buildah(...build, '--volume', `${cache}:/npm-cache`, ...bases, '--tag', 'localhost/plimsoll', '.')
  const container = buildah('from', 'localhost/plimsoll')
  const { Docker } = JSON.parse(buildah('inspect', container))
  return {
    config: Docker.config,
    root: buildah('mount', container),
    save: (archive, name) => void buildah('push', 'localhost/plimsoll', `docker-archive:${archive}:${name}`),
  }
}

/** Adds Node and npm of this host, with its access to the registry. */
const addNode = (buildah: (...args: readonly string[]) => string, container: string): void => {
  const npm = dirname(dirname(exec('readlink', '-f', exec('sh', '-c', 'command -v npm'))))
  const certificates = readNpm('cafile')
  buildah('copy', container, process.execPath, '/usr/local/bin/node')
  buildah('copy', container, npm, '/usr/local/lib/node_modules/npm')
  buildah(
    'run',
    '--isolation',
    'chroot',
    container,
    'ln',
    '-s',
    '../lib/node_modules/npm/bin/npm-cli.js',
    '/usr/local/bin/npm',
  )
  buildah('config', '--env', 'NPM_CONFIG_CACHE=/npm-cache', container)
  if (!existsSync(certificates)) return
  buildah('copy', container, certificates, '/etc/npm-certificates.crt')
  buildah('config', '--env', 'NPM_CONFIG_CAFILE=/etc/npm-certificates.crt', container)
}

interface ContainerOrder {
  readonly name: string
  /** Folder mounted at `/data`; null for none. */
  readonly data: string | null
  readonly env?: readonly string[]
}

/** Folder that a user of the image may use as a volume. */
export const aVolume = (path: string, owner = UID): string => {
  mkdirSync(path, { mode: 0o700 })
  chownSync(path, owner, owner)
  return path
}

/**
 * Starts a container of an image: read-only root, no capabilities, no new privileges, its own network without any other
 * machine. `exec` runs a program in it, as a health check does.
 */
export const startContainer = ({ config, root }: Image, folder: string, { name, data, env = [] }: ContainerOrder) => {
  const bundle = join(folder, name)
  mkdirSync(bundle, { recursive: true })
  const args = [...config.Entrypoint, ...config.Cmd, '--json']
  writeFileSync(
    join(bundle, 'config.json'),
    JSON.stringify(describeRun({ root, args, env: [...config.Env, ...env], data })),
  )
  const runc = ['--root', join(folder, 'runc')]
  const child = spawn('runc', [...runc, 'run', '--bundle', bundle, name], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = collect(child)
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return {
    ...output,
    ended,
    /** Resolves with the first line of the program, or rejects with what it printed when it has ended. */
    async started(): Promise<void> {
      while (!output.out().includes('\n')) {
        const code = await Promise.race([once(child.stdout, 'data').then(() => undefined), ended])
        if (code !== undefined && !output.out().includes('\n'))
          throw new Error(`it ended with ${code}: ${output.err()}`)
      }
    },
    exec(...command: readonly string[]) {
      const { status, stdout, stderr } = spawnSync('runc', [...runc, 'exec', name, ...command], { encoding: 'utf8' })
      return { status, out: stdout + stderr }
    },
    /** CPU time of the program so far, ms. */
    cpuMs(): number {
      const { pid } = JSON.parse(exec('runc', ...runc, 'state', name))
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      return (Number(fields[11]) + Number(fields[12])) * TICK_MS
    },
    async stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
      spawnSync('runc', [...runc, 'kill', name, signal])
      return ended
    },
  }
}

/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10

const collect = ({ stdout, stderr }: ChildProcess) => {
  const output = { out: '', err: '' }
  stdout?.on('data', (chunk) => {
    output.out += chunk
  })
  stderr?.on('data', (chunk) => {
    output.err += chunk
  })
  return { out: () => output.out, err: () => output.err }
}

interface RunOrder {
  readonly root: string
  readonly args: readonly string[]
  readonly env: readonly string[]
  readonly data: string | null
}

const NAMESPACES = ['pid', 'ipc', 'uts', 'mount', 'network']
const CAPABILITY_SETS = ['bounding', 'effective', 'inheritable', 'permitted', 'ambient']

/** Returns the container configuration in OCI runtime format. */
const describeRun = ({ root, args, env, data }: RunOrder) => ({
  ociVersion: '1.0.2',
  process: {
    user: { uid: UID, gid: UID },
    args,
    env,
    cwd: '/',
    capabilities: Object.fromEntries(CAPABILITY_SETS.map((set) => [set, []])),
    noNewPrivileges: true,
  },
  root: { path: root, readonly: true },
  hostname: 'plimsoll',
  mounts: [
    { destination: '/proc', type: 'proc', source: 'proc' },
    { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
    { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777', 'size=64m'] },
    ...(data === null ? [] : [{ destination: '/data', type: 'bind', source: data, options: ['bind', 'rw'] }]),
  ],
  linux: { namespaces: NAMESPACES.map((type) => ({ type })) },
})
