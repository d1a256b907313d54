/**
 * Response bodies of the market views, serialised and cached until their market changes; their age is added at each
 * request.
 */

import { type Instant, toRfc3339 } from '../core/instant.ts'
import { assessFreshness, type Origin } from './freshness.ts'

/** Creates an answer that caches its last rendering, so that callers within one millisecond share it. */
export const createAnswer = (etag: string, render: (nowMs: Instant) => Body): Answer => {
  let renderedMs = -1
  let rendered: Body = ''
  return {
    etag: `W/"${etag}"`,
    body(nowMs) {
      if (nowMs !== renderedMs) {
        rendered = render(nowMs)
        renderedMs = nowMs
      }
      return rendered
    },
  }
}

export interface BodyParts {
  readonly head: Body
  readonly tail: string
}

/** String for small responses, which Node writes with the headers in one call; bytes need a second one. */
export type Body = string | Buffer

const TEXT_MAX_BYTES = 16 * 1024

/** A response body that is serialised on request and cached until its market changes. */
export interface Answer {
  /** Unchanged while only the age of the response changes. */
  readonly etag: string
  readonly body: (nowMs: Instant) => Body
  /** Returns the body of a long response in parts, so that the bytes before its age need not be copied. */
  readonly parts?: (nowMs: Instant) => BodyParts
}

/** Reason why there is no response. */
export type ViewRefusal =
  | { readonly kind: 'unknownSymbol'; readonly symbol: string }
  | { readonly kind: 'notObserved'; readonly symbol: string; readonly what: string }

/** Inputs for the age of a response, read at each rendering. */
export interface Aged {
  readonly entry: { readonly observedAtMs: Instant }
  readonly maxAgeMs: number
  readonly origin: Origin
}

/** `head` is the serialised object without its closing brace; the age is appended to it. */
export const agedAnswer = (etag: string, head: string, { entry, maxAgeMs, origin }: Aged): Answer => {
  const tailAt = (nowMs: Instant): string => {
    const { observedAtMs } = entry
    const source = JSON.stringify(assessFreshness({ observedAtMs, maxAgeMs }, nowMs, origin))
    return `,"asOf":"${toRfc3339(observedAtMs)}","source":${source}}`
  }
  if (head.length <= TEXT_MAX_BYTES) return createAnswer(etag, (nowMs) => head + tailAt(nowMs))
  const bytes = Buffer.from(head)
  return {
    ...createAnswer(etag, (nowMs) => Buffer.concat([bytes, Buffer.from(tailAt(nowMs))])),
    parts: (nowMs) => ({ head: bytes, tail: tailAt(nowMs) }),
  }
}

/** Returns the JSON of an object without its closing brace. */
export const openJson = (value: object): string => JSON.stringify(value).slice(0, -1)

/** Maximum number of cached responses; the least recently requested one is evicted first. */
const ANSWERS_MAX = 512

/** Returns the cached response for `key` while its version is unchanged, otherwise creates and caches a new one. */
export type AnswerCache = (key: string, version: string, make: (etag: string) => Answer) => Answer

/** Creates a cache; `run` makes tags differ between processes. */
export const createAnswerCache = (run: string): AnswerCache => {
  const cached = new Map<string, { readonly version: string; readonly answer: Answer }>()
  return (key, version, make) => {
    const entry = cached.get(key)
    if (entry?.version === version) return entry.answer
    const answer = make(`${run}.${key}.${version}`)
    cached.delete(key)
    cached.set(key, { version, answer })
    if (cached.size > ANSWERS_MAX) cached.delete(cached.keys().next().value as string)
    return answer
  }
}
