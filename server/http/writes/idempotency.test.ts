import Fastify, { type FastifyReply } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createAnswerTally } from '../http-face.ts'
import { addIdempotency, createAnswerCounts } from './idempotency.ts'

type Handler = (reply: FastifyReply) => Promise<unknown>

/** One idempotent route on a bare server; the response of its handler is stored when `stored` resolves. */
const openRoute = (handler: Handler, stored: () => Promise<void> = async () => {}) => {
  const app = Fastify()
  onTestFinished(() => app.close())
  app.decorate('requestId', () => 'req_01JGFJJZ00000000000000000A' as const)
  app.decorate('publicBase', 'http://plimsoll.test')
  app.decorateRequest('principal', null)
  const answers = new Map<string, { fingerprint: string; orderId: null; answer: { status: number; body: string } }>()
  const counts = createAnswerCounts(() => 0)
  addIdempotency(app, {
    answers: { findAnswer: (scope) => answers.get(scope) },
    desk: {
      async instruct(instruction) {
        if (instruction.kind !== 'recordAnswer') throw new Error('no handler here instructs the engine')
        await stored()
        const { idempotency, status, body } = instruction
        answers.set(idempotency.scope, {
          fingerprint: idempotency.fingerprint,
          orderId: null,
          answer: { status, body },
        })
        return { kind: 'done' }
      },
    },
    recoverAnswer: () => undefined,
    now: () => 0,
    counts,
  })
  const tally = createAnswerTally()
  app.addHook('onSend', (_request, reply, _payload, done) => {
    tally.note(reply.statusCode)
    done()
  })
  let calls = 0
  app.post('/work', { config: { idempotent: true } }, (_request, reply) => {
    calls++
    return handler(reply)
  })
  const send = () => app.inject({ method: 'POST', url: '/work', headers: { 'idempotency-key': 'one' }, payload: {} })
  return { send, counts, tally, calls: () => calls }
}

/** Resolves after every promise that is ready. */
const aTurnLater = () => new Promise<void>((resolve) => setImmediate(resolve))

describe('an idempotent route', () => {
  it.each<[string, Handler]>([
    ['returns its body', async () => ({ done: 1 })],
    ['sends its body and returns nothing', async (reply) => void reply.send({ done: 1 })],
    ['returns the reply it has sent', async (reply) => reply.send({ done: 1 })],
  ])('sends one response, after it was stored, when its handler %s', async (_how, handler) => {
    const { send, tally, calls } = openRoute(handler, aTurnLater)
    const [first, again] = [await send(), await send()]
    expect([first.statusCode, first.body, again.body]).toEqual([200, '{"done":1}', '{"done":1}'])
    expect([first.headers['idempotency-replayed'], again.headers['idempotency-replayed']]).toEqual([undefined, 'true'])
    expect([tally.read().byClass['2xx'], calls()]).toEqual([2, 1])
  })

  it('releases the key when its handler throws', async () => {
    const { send, counts, calls } = openRoute(async () => {
      throw new Error('broken')
    })
    expect([(await send()).statusCode, (await send()).statusCode]).toEqual([500, 500])
    expect([counts.read().inFlight, calls()]).toEqual([0, 2])
  })

  it('answers 409 without the headers of the response when that cannot be stored', async () => {
    const failing = () => Promise.reject(new Error('full'))
    const handler = async (reply: FastifyReply) => reply.code(201).headers({ location: '/1', etag: '"1"' }).send({})
    const { send, counts, tally } = openRoute(handler, failing)
    const response = await send()
    expect([response.statusCode, response.json().code]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS'])
    expect(response.headers).toMatchObject({ 'retry-after': '1', 'content-type': 'application/problem+json' })
    expect(response.headers).not.toHaveProperty('location')
    expect(response.headers).not.toHaveProperty('etag')
    expect([counts.read().inFlight, tally.read().byClass['4xx']]).toEqual([0, 1])
  })
})
