/**
 * Detects a data directory whose file system is not mounted, and one that would be deleted with its container because
 * no volume is mounted there.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Facts that determine what is mounted at a directory, and whether it outlives the container of this process. */
interface MountFacts {
  readonly isContainer: boolean
  /** Content of `/proc/self/mountinfo`; empty if the file does not exist. */
  readonly mountInfo: string
  /** Content of `/etc/fstab`; empty if the file does not exist. */
  readonly fstab: string
}

/** Fault of the file system of a data directory, and the command that fixes it. */
export interface MountFault {
  readonly kind: 'NOT_MOUNTED' | 'IN_CONTAINER'
  readonly fault: string
  readonly remedy: string
}

/**
 * Returns what is wrong with the file system of a data directory; null if nothing is. A directory with data is in use,
 * whether its file system is mounted or not.
 */
export const findMountFault = (path: string, facts: MountFacts): MountFault | null => {
  const point = isEmpty(path) ? findUnmounted(path, facts) : undefined
  if (point !== undefined) {
    const fault = `${path} is empty, because its file system is not mounted at ${point} (/etc/fstab)`
    return { kind: 'NOT_MOUNTED', fault, remedy: `Mount it: mount ${point}` }
  }
  if (!isLostWithContainer(path, facts)) return null
  return {
    kind: 'IN_CONTAINER',
    fault: `${path} is inside the container and is deleted with it`,
    remedy: `Mount a volume there: docker run --volume plimsoll-data:${path} …`,
  }
}

const isEmpty = (path: string): boolean => {
  try {
    return !existsSync(path) || readdirSync(path).length === 0
  } catch {
    return false
  }
}

/** Returns the innermost mount point of `/etc/fstab` that holds a directory, unless a file system is mounted there. */
export const findUnmounted = (
  path: string,
  { mountInfo, fstab }: Pick<MountFacts, 'mountInfo' | 'fstab'>,
): string | undefined => {
  if (mountInfo === '') return undefined
  const points = fstab
    .split('\n')
    .flatMap(parseFstab)
    .filter((point) => isWithin(path, point))
  const innermost = points.toSorted((a, b) => b.length - a.length)[0]
  const mounted = mountInfo.split('\n').flatMap(parseMount)
  return mounted.some(({ point }) => point === innermost) ? undefined : innermost
}

const isWithin = (path: string, point: string): boolean => path === point || path.startsWith(`${point}/`)

/** Parses a line of `fstab` as described in fstab(5); returns its mount point. */
const parseFstab = (line: string): string[] => {
  const [source = '#', point = ''] = line.trim().split(/\s+/)
  return source.startsWith('#') || !point.startsWith('/') || point === '/' ? [] : [decodeOctal(point)]
}

/**
 * Returns whether a directory is deleted with the container of this process because no volume is mounted there. False
 * outside a container.
 */
export const isLostWithContainer = (
  path: string,
  { isContainer, mountInfo }: Pick<MountFacts, 'isContainer' | 'mountInfo'>,
): boolean => {
  if (!isContainer) return false
  const mounts = mountInfo.split('\n').flatMap(parseMount)
  const holding = mounts.filter(({ point }) => point === '/' || isWithin(path, point))
  const longest = Math.max(...holding.map(({ point }) => point.length))
  const mount = holding.findLast(({ point }) => point.length === longest)
  return mount !== undefined && (mount.point === '/' || IN_MEMORY.has(mount.type))
}

const IN_MEMORY: ReadonlySet<string> = new Set(['tmpfs', 'ramfs'])

/**
 * Values of the variable `container` in a container for a single program; containers for whole systems, such as LXC,
 * persist their files.
 */
const CONTAINERS: ReadonlySet<string | undefined> = new Set(['oci', 'docker', 'podman'])

/** Reads the facts from the environment, the kernel and the configuration of the system. */
export const readMounts = (env: NodeJS.ProcessEnv): MountFacts => ({
  isContainer: CONTAINERS.has(env.container),
  mountInfo: readText('/proc/self/mountinfo'),
  fstab: readText('/etc/fstab'),
})

const readText = (path: string): string => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** Parses a line of `mountinfo` as described in proc_pid_mountinfo(5); spaces in paths are octal escapes. */
const parseMount = (line: string): { readonly point: string; readonly type: string }[] => {
  const [mount = '', source = ''] = line.split(' - ')
  const [, , , , point] = mount.split(' ')
  const [type] = source.split(' ')
  if (!point || !type) return []
  return [{ point: decodeOctal(point), type }]
}

const decodeOctal = (path: string): string =>
  path.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8)))
