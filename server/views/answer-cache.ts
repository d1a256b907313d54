import type { Answer } from './answer.ts'

/** Maximum number of cached responses; the least recently requested one is evicted first. */
const ANSWERS_MAX = 512

/** Returns the cached response for `key` while its version is unchanged, otherwise creates and caches a new one. */
export type AnswerCache = (key: string, version: string, make: (etag: string) => Answer) => Answer

/** `run` makes the tags of one process differ from those of the next. */
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
