import { expect, it } from 'vitest'
import { describeRule, listBuiltIn } from '../../console/src/strategies/rules.ts'
import { STRATEGIES } from '../../server/domain/signal/strategies/index.ts'

it('describes the strategies of this build under their names and families', () => {
  expect(listBuiltIn().map((id) => [id, describeRule(id)?.name, describeRule(id)?.family])).toEqual(
    STRATEGIES.map(({ id, name, family }) => [id, name, family]),
  )
})
