import type { Answer } from './answer.ts'

/** Answers kept at most; the one asked for longest ago goes first. */
const ANSWERS_MAX = 512

/** Gives the kept answer of `key` while its version stands, else makes and keeps a new one. */
export type AnswerCache = (key: string, version: string, make: (etag: string) => Answer) => Answer

/** `run` makes the tags of one process differ from those of the next. */
export const createAnswerCache = (run: string): AnswerCache => {
  const kept = new Map<string, { readonly version: string; readonly answer: Answer }>()
  return (key, version, make) => {
    const found = kept.get(key)
    if (found?.version === version) return found.answer
    const answer = make(`${run}.${key}.${version}`)
    kept.delete(key)
    kept.set(key, { version, answer })
    if (kept.size > ANSWERS_MAX) kept.delete(kept.keys().next().value as string)
    return answer
  }
}
