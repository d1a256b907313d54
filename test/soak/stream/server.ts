import { serveParent } from '../../../bench/child.ts'
import { openPlatform } from '../../../bench/platform.ts'

/** A whole server, and a token for every few clients. */
const users = Number(process.argv[2] ?? '1')
const { platform, token, close } = await openPlatform()
const tokens: string[] = []
for (let user = 0; user < users; user++) {
  const username = `reader-${user}`
  await platform.identity.addUser({
    username,
    roles: ['VIEWER'],
    tier: 'PRO',
    password: 'tall ships sail on wednesdays',
  })
  const minted = await platform.identity.mintToken({ username, ttlMs: 24 * 3_600_000 })
  if (minted.ok) tokens.push(minted.value.accessToken)
}
serveParent({ url: platform.url, token, path: '/ws' }, { tokens: async () => tokens, stop: close })
