import { expect, test } from 'vitest'
import { createHistory, walkFunding, walkMinutes } from '../../../test/support/generated-history.ts'
import { FROM_MS } from '../../../test/support/scripted-strategy.ts'
import { warmStartMs } from '../../app/research/run-backtest.ts'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { strategiesFor } from '../../domain/signal/strategies/index.ts'
import type { Params } from '../../domain/signal/strategy.ts'
import { collectIdeas } from './idea-stage.ts'

const warmFromMs = warmStartMs(['1m'], FROM_MS)
const toMs = FROM_MS + DAY_MS
const history = createHistory(warmFromMs, walkMinutes(3, (toMs - warmFromMs) / MINUTE_MS), {
  funding: walkFunding(3, warmFromMs, toMs),
})
const market = { spreadBps: 0, participation: 1, impact: 0, funding: true } as const

const ideasOf = (definition: ReturnType<typeof strategiesFor>[number], changes: Params, from = history) =>
  collectIdeas({
    history: from,
    market,
    definition: { ...definition, params: { ...definition.params, ...changes } },
    interval: '1m',
    warmFromMs,
    fromMs: FROM_MS,
    toMs,
  })

test.each(strategiesFor('1m').map((definition) => [definition.id, definition] as const))(
  'gives the same ideas of %s whether its setups are known or not',
  (_, definition) => {
    const placing = Object.fromEntries((definition.stages?.placing ?? []).map((name) => [name, 1.25]))
    const [usual, moved] = [ideasOf(definition, {}), ideasOf(definition, placing)]
    expect(moved).toEqual(ideasOf(definition, placing, { ...history }))
    expect(ideasOf(definition, { atrBars: 20 })).toEqual(ideasOf(definition, { atrBars: 20 }, { ...history }))
    expect(ideasOf(definition, {})).toEqual(usual)
    if (definition.stages && usual.length > 0) expect(moved).not.toEqual(usual)
  },
)

test('places no idea whose stop is too close', () => {
  const [definition] = strategiesFor('1m').filter(({ id }) => id === 'S05')
  expect(definition && ideasOf(definition, {}).length).toBeGreaterThan(0)
  expect(definition && ideasOf(definition, { stopAtr: 0.01 })).toEqual([])
})
