import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Instant } from '../../core/instant.ts'
import type { Result } from '../../core/result.ts'
import type { Answer, BodyParts, ViewRefusal } from '../../views/answer.ts'
import type { AnswerTally } from '../http-face.ts'
import type { AdmitRepeated } from '../security/admission.ts'
import { headersAt, REVALIDATE } from '../security/headers.ts'
import { printQuota } from '../security/quotas.ts'
import type { RouteConfig } from '../security/visits.ts'

/**
 * Shortcut for repeated market reads: a URL that the routes have validated before is answered without the router, after
 * the same admission. Any other request is left to the routes.
 */
export interface RepeatedReads {
  /** Stores the read of a URL; its response must depend on the URL alone. */
  remember(request: FastifyRequest, read: Read): void
  /** Answers a request and returns true; returns false and has no effect when it cannot. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Stops answering: the routes handle every further request. */
  close(): void
}

/** Reads the current response of one URL, without side effects. */
export type Read = () => Result<Answer, ViewRefusal>

export interface RepeatedReadsParts {
  readonly admit: AdmitRepeated
  readonly isForeign: (request: IncomingMessage) => boolean
  readonly tally: AnswerTally
  readonly now: () => Instant
}

declare module 'fastify' {
  interface FastifyInstance {
    repeatedReads: RepeatedReads
  }
}

/** Maximum number of stored URLs; the oldest is removed first. */
const ADDRESSES_MAX = 512
const ADDRESS_MAX_LENGTH = 256

interface KnownRead {
  readonly read: Read
  readonly config: RouteConfig
  /** Names and values alternately, as Node accepts them. */
  readonly headers: readonly string[]
}

export const createRepeatedReads = ({ admit, isForeign, tally, now }: RepeatedReadsParts): RepeatedReads => {
  const reads = new Map<string, KnownRead>()
  let closed = false

  const find = ({ read }: KnownRead): (BodyParts & { readonly etag: string }) | undefined => {
    try {
      const result = read()
      if (!result.ok) return undefined
      const { etag, body, parts } = result.value
      return { etag, ...(parts ? parts(now()) : { head: body(now()), tail: '' }) }
    } catch {
      return undefined
    }
  }

  return {
    remember(request, read) {
      const { method, url, server, routeOptions } = request
      if (closed || method !== 'GET' || url.length > ADDRESS_MAX_LENGTH || reads.has(url)) return
      const type = ['content-type', 'application/json; charset=utf-8', 'cache-control', REVALIDATE]
      const headers = [...Object.entries(headersAt(url, server.publicBase)).flat(), ...type]
      reads.set(url, { read, config: routeOptions.config, headers })
      if (reads.size > ADDRESSES_MAX) reads.delete(reads.keys().next().value as string)
    },
    answer(request, response) {
      const known = reads.get(request.url ?? '')
      if (known === undefined || !isPlain(request) || isForeign(request)) return false
      const answer = find(known)
      const allowance = answer && admit(request, known.config)
      if (!allowance) return false
      const { etag, head, tail } = answer
      const { policy, remaining } = printQuota(allowance)
      const length = String(Buffer.byteLength(head) + Buffer.byteLength(tail))
      const own = ['ratelimit-policy', policy, 'ratelimit', remaining, 'etag', etag, 'content-length', length]
      response.writeHead(200, known.headers.concat(own))
      if (tail === '') response.end(head)
      else {
        response.write(head)
        response.end(tail)
      }
      tally.note(200)
      return true
    },
    close() {
      closed = true
      reads.clear()
    },
  }
}

/** Request headers that require the routes. */
const DECIDED_BY_ROUTES = ['accept-encoding', 'if-none-match', 'expect', 'content-length', 'transfer-encoding']

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && DECIDED_BY_ROUTES.every((name) => headers[name] === undefined)
