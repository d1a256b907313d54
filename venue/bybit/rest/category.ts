import { neededText, type Params } from './params.ts'
import { badParameter } from './refusal.ts'
import type { BybitRoute } from './route.ts'

const CATEGORIES: ReadonlySet<string> = new Set(['spot', 'linear', 'inverse', 'option'])

/** Answers for linear contracts; the other categories are known and have nothing in them. */
export const listsLinear =
  (answer: BybitRoute['answer']): BybitRoute['answer'] =>
  (call) => {
    const category = readCategory(call.params)
    return category === 'linear' ? answer(call) : { category, list: [], nextPageCursor: '' }
  }

/** Does something with linear contracts; nothing can be done with the others. */
export const actsOnLinear =
  (answer: BybitRoute['answer']): BybitRoute['answer'] =>
  (call) => {
    if (readCategory(call.params) !== 'linear') throw badParameter('params error: category not supported')
    return answer(call)
  }

const readCategory = (params: Params): string => {
  const category = neededText(params, 'category')
  if (!CATEGORIES.has(category)) throw badParameter('Illegal category')
  return category
}
