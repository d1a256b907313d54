/** Detects a data directory that would be deleted with its container because no volume is mounted there. */

import { existsSync, readFileSync } from 'node:fs'

/** Facts that determine whether a directory outlives the container of this process. */
interface ContainerFacts {
  readonly isContainer: boolean
  /** Content of `/proc/self/mountinfo`; empty if the file does not exist. */
  readonly mountInfo: string
}

/**
 * Returns whether a directory is deleted with the container of this process because no volume is mounted there. False
 * outside a container.
 */
export const isLostWithContainer = (path: string, { isContainer, mountInfo }: ContainerFacts): boolean => {
  if (!isContainer) return false
  const mounts = mountInfo.split('\n').flatMap(parseMount)
  const holding = mounts.filter(({ point }) => point === '/' || path === point || path.startsWith(`${point}/`))
  const longest = Math.max(...holding.map(({ point }) => point.length))
  const mount = holding.findLast(({ point }) => point.length === longest)
  return mount !== undefined && (mount.point === '/' || IN_MEMORY.has(mount.type))
}

/** Describes the fault of such a directory, and the command that prevents it. */
export const describeMissingMount = (path: string): { readonly fault: string; readonly remedy: string } => ({
  fault: `${path} is inside the container and is deleted with it`,
  remedy: `Mount a volume there: docker run --volume plimsoll-data:${path} …`,
})

const IN_MEMORY: ReadonlySet<string> = new Set(['tmpfs', 'ramfs'])

/**
 * Values of the variable `container` in a container for a single program; containers for whole systems, such as LXC,
 * persist their files.
 */
const CONTAINERS: ReadonlySet<string | undefined> = new Set(['oci', 'docker', 'podman'])

/** Reads the facts from the environment and the kernel. */
export const readContainer = (env: NodeJS.ProcessEnv): ContainerFacts => ({
  isContainer: CONTAINERS.has(env.container),
  mountInfo: existsSync(MOUNT_INFO) ? readFileSync(MOUNT_INFO, 'utf8') : '',
})

const MOUNT_INFO = '/proc/self/mountinfo'

/** Parses a line of `mountinfo` as described in proc_pid_mountinfo(5); spaces in paths are octal escapes. */
const parseMount = (line: string): { readonly point: string; readonly type: string }[] => {
  const [mount = '', source = ''] = line.split(' - ')
  const [, , , , point] = mount.split(' ')
  const [type] = source.split(' ')
  if (!point || !type) return []
  return [{ point: point.replace(/\\(\d{3})/g, (_, octal) => String.fromCharCode(Number.parseInt(octal, 8))), type }]
}
