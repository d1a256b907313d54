import type { FastifyReply } from 'fastify'

/** An answer made before it is sent, so that the very bytes can be kept. */
export interface Prepared {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string | number>>
  /** True when the same request may get another response later: such a response is never stored. */
  readonly retryable?: boolean
}

export const prepared = (status: number, body: object, headers: Prepared['headers'] = {}): Prepared => ({
  status,
  body: JSON.stringify(body),
  headers,
})

export const sendPrepared = (reply: FastifyReply, { status, body, headers = {} }: Prepared): void => {
  reply
    .code(status)
    .headers(headers)
    .header('content-type', status < 400 ? 'application/json; charset=utf-8' : 'application/problem+json')
    .serializer((text: string) => text)
    .send(body)
}
