import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AuditEntries } from '../../contract/audit.ts'
import { entries } from '../../server/adapters/store/audit/audit-samples.ts'
import { printCursor } from '../../server/views/page.ts'
import { startTradingServer, type TradingServer } from '../support/trading-server.ts'

const AUDIT = '/api/audit'
const ajv = new Ajv({ strict: false })
let server: TradingServer

beforeAll(async () => {
  server = await startTradingServer()
  server.auditLog.append(entries(7))
})
afterAll(() => server.close())

const read = (query = '', headers = {}) => server.call('GET', AUDIT + query, { role: 'ADMIN', headers })
const readSeqs = async (query: string) => (await read(query)).json().items.map(({ seq }: { seq: number }) => seq)

describe('GET /api/audit', () => {
  it('answers in the documented shape, newest first, with caching disabled', async () => {
    const response = await read()
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    const validate = ajv.compile(AuditEntries)
    validate(response.json())
    expect(validate.errors).toBeNull()
    const { root } = server.auditLog.state()
    expect(response.json().items[0]).toMatchObject({ seq: 7, target: 'ord_7', hash: root, actor: { type: 'USER' } })
    expect(response.json().nextCursor).toBeNull()
  })

  it.each(['VIEWER', 'OPERATOR', 'TRADER'] as const)('is forbidden to a %s', async (role) => {
    expect((await server.call('GET', AUDIT, { role })).statusCode).toBe(403)
  })

  it('is rejected without a token', async () => {
    expect((await server.call('GET', AUDIT, { role: null })).statusCode).toBe(401)
  })

  it('links page to page, unaffected by entries added meanwhile', async () => {
    const first = await read('?limit=3')
    expect(first.json().items).toHaveLength(3)
    expect(first.headers.link).toContain('rel="next"')
    const next = encodeURIComponent(first.json().nextCursor)
    expect(await readSeqs(`?limit=3&cursor=${next}`)).toEqual([4, 3, 2])
  })

  it.each([
    ['?actorType=HOST', []],
    ['?actor=usr_1&action=placeOrder&outcome=ACCEPTED&target=ord_2', [2]],
    ['?requestId=req_3', [3]],
    ['?from=2026-01-02T03:04:10Z&to=2026-01-02T03:04:12Z', [6, 5]],
  ])('reports %s', async (query, seqs) => {
    expect(await readSeqs(query)).toEqual(seqs)
  })

  it.each(['?limit=0', '?limit=201', '?actorType=GUEST', '?actor=', '?from=then', '?from=2&to=1', '?colour=red'])(
    'refuses %s',
    async (query) => {
      const response = await read(query)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'INVALID_PARAMETER' })
    },
  )

  it.each(['nonsense', printCursor({ atMs: 0, id: 'x' }, 'x')])('refuses the cursor %s', async (cursor) => {
    expect((await read(`?cursor=${cursor}`)).json()).toMatchObject({ code: 'INVALID_CURSOR' })
  })

  it('returns CSV with the actor in separate columns', async () => {
    const response = await read('?limit=1', { accept: 'text/csv' })
    expect(response.headers['content-type']).toContain('text/csv')
    expect(response.headers.vary).toContain('accept')
    const [header, row] = response.body.split('\r\n')
    expect(header).toBe(
      'seq,auditId,at,epoch,actorType,actor,sessionId,ip,action,target,before,after,outcome,reason,requestId,prevHash,hash',
    )
    expect(row).toMatch(/,USER,usr_1,ses_1,::1,placeOrder,ord_\d,,,ACCEPTED,,req_\d,[0-9a-f]{64},[0-9a-f]{64}$/)
  })
})
