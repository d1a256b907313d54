import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogRecords } from '../../contract/logs.ts'
import { startTestPlatform, type TestPlatform } from '../support/platform.ts'

let server: TestPlatform
let token: string

beforeAll(async () => {
  server = await startTestPlatform({ logLevel: 'info' })
  token = await server.token({ role: 'OPERATOR' })
})
afterAll(() => server?.close())

const read = async (query = ''): Promise<LogRecords> =>
  (await (await server.get(`/api/logs${query}`, token)).json()) as LogRecords

describe('the server log', () => {
  it('is readable by OPERATOR and ADMIN only', async () => {
    const statuses = ['VIEWER', 'TRADER', 'OPERATOR', 'ADMIN'].map(async (role) => {
      const { status } = await server.get('/api/logs', await server.token({ role: role as 'VIEWER' }))
      return [role, status]
    })
    expect(Object.fromEntries(await Promise.all(statuses))).toEqual({
      VIEWER: 403,
      TRADER: 403,
      OPERATOR: 200,
      ADMIN: 200,
    })
    expect((await server.get('/api/logs')).status).toBe(401)
  })

  it('lists what the server logged, newest first, page by page', async () => {
    const first = await read('?limit=1')
    const second = await read(`?limit=1&cursor=${first.nextCursor}`)
    const [newest, next] = [first.items[0], second.items[0]]
    expect(newest?.seq).toBeGreaterThan(next?.seq ?? Infinity)
    expect(newest).toMatchObject({ level: expect.any(String), message: expect.any(String), fields: {} })
  })

  it('finds records by level and text', async () => {
    await server.post('/api/auth/login', { username: 'nobody-here', password: 'canary-password' })
    const { items } = await read('?level=WARN&q=refused')
    expect(items.length).toBeGreaterThan(0)
    expect(new Set(items.map(({ level }) => level))).toEqual(new Set(['WARN']))
    expect(JSON.stringify(await read('?limit=200'))).not.toContain('canary-password')
  })

  it.each(['?level=LOUD', '?q=', '?limit=201', '?cursor=abc', '?before=1'])('rejects %s', async (query) => {
    expect((await server.get(`/api/logs${query}`, token)).status).toBe(400)
  })
})
