import { expect, it } from 'vitest'
import { isLostWithContainer } from './data-mount.ts'

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
