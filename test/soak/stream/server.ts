import { serveParent } from '../../../bench/child.ts'
import { openPlatform } from '../../../bench/platform.ts'

/** Complete server that issues a token of a new user on request. */
const { platform, token, close } = await openPlatform()
const { identity } = platform
const DAY_MS = 24 * 3_600_000
let users = 0

const newToken = async (): Promise<string> => {
  const username = `reader-${users++}`
  await identity.addUser({ username, roles: ['VIEWER'], tier: 'PRO', password: 'tall ships sail on wednesdays' })
  const minted = await identity.mintToken({ username, ttlMs: DAY_MS })
  if (!minted.ok) throw new Error(minted.error.kind)
  return minted.value.accessToken
}

serveParent({ url: platform.url, token, path: '/ws' }, { token: newToken, stop: close })
