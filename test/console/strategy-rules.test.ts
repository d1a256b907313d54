import { expect, it } from 'vitest'
import { nameStrategy } from '../../console/src/figures/strategy-names.ts'
import { describeRule, listBuiltIn } from '../../console/src/strategies/rules.ts'
import { STRATEGIES } from '../../server/domain/signal/strategies/index.ts'

it('describes the strategies of this build in their families', () => {
  expect(listBuiltIn().map((id) => [id, describeRule(id)?.family])).toEqual(
    STRATEGIES.map(({ id, family }) => [id, family]),
  )
})

it.each(STRATEGIES)('has a name for $id', ({ id, name }) => {
  expect(nameStrategy(id, name)).toMatch(/^[A-Z][\w-]* [\w- ]+$/)
})

it('names other strategies as their files do, or by their IDs', () => {
  expect([nameStrategy('MINE', 'MY_FIRST'), nameStrategy('MINE', null)]).toEqual(['MY FIRST', 'MINE'])
})
