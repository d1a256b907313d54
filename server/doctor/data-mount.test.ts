import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { findMountFault, findUnmounted, isLostWithContainer } from './data-mount.ts'

const ROOT = '689 597 0:58 / / ro,relatime master:177 - overlay overlay rw,lowerdir=/l:/m,upperdir=/u'
const TMP = '700 689 0:64 / /tmp rw,nosuid,nodev - tmpfs tmpfs rw,size=65536k'
const VOLUME = '712 689 254:0 /var/lib/docker/volumes/plimsoll_data/_data /data rw,relatime - ext4 /dev/vda rw'
const SPACED = '713 689 254:0 /srv /my\\040data rw - ext4 /dev/vda rw'
const MEMORY = '714 712 0:65 / /data rw - tmpfs tmpfs rw'

it.each([
  { path: '/data', mounts: [ROOT, TMP], isLost: true },
  { path: '/data', mounts: [ROOT, TMP, VOLUME], isLost: false },
  { path: '/data/main', mounts: [VOLUME, ROOT], isLost: false },
  { path: '/database', mounts: [ROOT, VOLUME], isLost: true },
  { path: '/tmp/data', mounts: [ROOT, TMP, VOLUME], isLost: true },
  { path: '/data', mounts: [ROOT, VOLUME, MEMORY], isLost: true },
  { path: '/my data', mounts: [ROOT, SPACED], isLost: false },
  { path: '/data', mounts: [], isLost: false },
])('a directory $path of a container with the mounts $mounts is lost with it: $isLost', ({ path, mounts, isLost }) => {
  expect(isLostWithContainer(path, { isContainer: true, mountInfo: mounts.join('\n') })).toBe(isLost)
  expect(isLostWithContainer(path, { isContainer: false, mountInfo: mounts.join('\n') })).toBe(false)
})

const DISK = '26 1 254:0 / / rw,relatime - ext4 /dev/vda rw'
const FSTAB = `# <file system> <mount point> <type> <options>
UUID=1 / ext4 defaults 0 1
/dev/sda2 none swap sw 0 0
/dev/sdb1 /srv ext4 defaults 0 2
LABEL=data\t/srv/my\\040data\text4\tnoauto 0 2
#/dev/sdc1 /opt ext4 defaults 0 2
`

it.each([
  { path: '/srv/plimsoll', mounts: [DISK], point: '/srv' },
  { path: '/srv', mounts: [DISK], point: '/srv' },
  { path: '/srv/plimsoll', mounts: [DISK, '27 26 8:17 / /srv rw - ext4 /dev/sdb1 rw'], point: undefined },
  { path: '/srv/my data/p', mounts: [DISK, '27 26 8:17 / /srv rw - ext4 /dev/sdb1 rw'], point: '/srv/my data' },
  { path: '/srv/my data/p', mounts: [DISK, '28 26 8:33 / /srv/my\\040data rw - ext4 /dev/sdd1 rw'], point: undefined },
  { path: '/srvs', mounts: [DISK], point: undefined },
  { path: '/opt/plimsoll', mounts: [DISK], point: undefined },
  { path: '/srv/plimsoll', mounts: [], point: undefined },
])('a directory $path with the mounts $mounts lacks the mount at $point', ({ path, mounts, point }) => {
  expect(findUnmounted(path, { mountInfo: mounts.join('\n'), fstab: FSTAB })).toBe(point)
})

it('names the mount command for a directory that is missing or empty, and accepts one with data', () => {
  const point = aTempDirectory()
  const path = join(point, 'plimsoll')
  const facts = { isContainer: false, mountInfo: DISK, fstab: `/dev/sdb1 ${point} ext4 defaults 0 2` }
  const fault = {
    kind: 'NOT_MOUNTED',
    fault: `${path} is empty, because its file system is not mounted at ${point} (/etc/fstab)`,
    remedy: `Mount it: mount ${point}`,
  }
  expect(findMountFault(path, facts)).toEqual(fault)
  mkdirSync(path)
  expect(findMountFault(path, facts)).toEqual(fault)
  writeFileSync(join(path, 'identity.sqlite'), '')
  expect(findMountFault(path, facts)).toBeNull()
})

it('names the volume that a container lacks', () => {
  const facts = { isContainer: true, mountInfo: ROOT, fstab: '' }
  expect(findMountFault('/data', facts)).toMatchObject({
    kind: 'IN_CONTAINER',
    remedy: 'Mount a volume there: docker run --volume plimsoll-data:/data …',
  })
})
