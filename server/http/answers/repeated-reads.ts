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
 * Cache of market reads by URL, for URLs that were validated before. A plain repetition passes the same admission and
 * gets the same response without the router; everything else is left to the routes.
 */
export interface RepeatedReads {
  /** Remembers the read of an address, which nothing but the address may decide. */
  remember(request: FastifyRequest, read: Read): void
  /** Returns whether it has answered the request. When it has not, nothing was counted or sent. */
  answer(request: IncomingMessage, response: ServerResponse): boolean
  /** Leaves every request to the routes from now on. */
  close(): void
}

/** Finds the answer to one address, without any effect. */
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

/** Addresses remembered at most; the one remembered longest ago is forgotten first. */
const ADDRESSES_MAX = 512
const ADDRESS_MAX_LENGTH = 256

interface KnownRead {
  readonly read: Read
  readonly config: RouteConfig
  /** Names and values in turn, as Node takes them. */
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

/** Headers with which a read is answered in another way. */
const DECIDED_BY_ROUTES = ['accept-encoding', 'if-none-match', 'expect', 'content-length', 'transfer-encoding']

const isPlain = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' && DECIDED_BY_ROUTES.every((name) => headers[name] === undefined)
