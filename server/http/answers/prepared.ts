import type { FastifyReply } from 'fastify'

/** An answer made before it is sent, so that the very bytes can be kept. */
export interface Prepared {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string | number>>
}

export const prepared = (status: number, body: object, headers: Prepared['headers'] = {}): Prepared => ({
  status,
  body: JSON.stringify(body),
  headers,
})

/** Sets status and headers, without sending. */
export const setPrepared = (reply: FastifyReply, { status, headers = {} }: Omit<Prepared, 'body'>): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .header('content-type', status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json')

export const sendPrepared = (reply: FastifyReply, made: Prepared): void => {
  setPrepared(reply, made)
    .serializer((text: string) => text)
    .send(made.body)
}
