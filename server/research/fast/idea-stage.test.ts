import { expect, test } from 'vitest'
import { createHistory, walkFunding, walkMinutes } from '../../../test/support/generated-history.ts'
import { FROM_MS, scripted } from '../../../test/support/scripted-strategy.ts'
import { warmStartMs } from '../../app/research/run-backtest.ts'
import { DAY_MS, MINUTE_MS } from '../../core/instant.ts'
import { PERIOD_BARS } from '../../domain/signal/series.ts'
import { strategiesFor } from '../../domain/signal/strategies/index.ts'
import type { Params } from '../../domain/signal/strategy.ts'
import { findIdeas } from './idea-stage.ts'

const warmFromMs = warmStartMs(['1m'], FROM_MS)
const toMs = FROM_MS + DAY_MS
const history = createHistory(warmFromMs, walkMinutes(3, (toMs - warmFromMs) / MINUTE_MS), {
  funding: walkFunding(3, warmFromMs, toMs),
})
const market = { spreadBps: 0, participation: 1, impact: 0, funding: true } as const

const ideasOf = (
  definition: ReturnType<typeof strategiesFor>[number],
  changes: Params,
  { retainsSetups = true } = {},
) => [
  ...findIdeas({
    history,
    market,
    definition: { ...definition, params: { ...definition.params, ...changes } },
    interval: '1m',
    warmFromMs,
    fromMs: FROM_MS,
    toMs,
    retainsSetups,
  }),
]

const NOT_RETAINED = { retainsSetups: false }

test.each(strategiesFor('1m').map((definition) => [definition.id, definition] as const))(
  'gives the same ideas of %s whether its setups are retained or not',
  (_, definition) => {
    const placing = Object.fromEntries((definition.stages?.placing ?? []).map((name) => [name, 1.25]))
    const [usual, moved] = [ideasOf(definition, {}), ideasOf(definition, placing)]
    expect(moved).toEqual(ideasOf(definition, placing, NOT_RETAINED))
    expect(ideasOf(definition, { atrBars: 20 })).toEqual(ideasOf(definition, { atrBars: 20 }, NOT_RETAINED))
    expect(ideasOf(definition, {})).toEqual(usual)
    if (definition.stages && usual.length > 0) expect(moved).not.toEqual(usual)
  },
)

test('places no idea whose stop is too close', () => {
  const [definition] = strategiesFor('1m').filter(({ id }) => id === 'S05')
  expect(definition && ideasOf(definition, {}).length).toBeGreaterThan(0)
  expect(definition && ideasOf(definition, { stopAtr: 0.01 })).toEqual([])
})

test('yields the ideas of a period before it reads the bars of the next one', () => {
  let bars = 0
  const definition = scripted({})
  const counting: typeof definition = {
    ...definition,
    begin: () => () => {
      bars++
      return { kind: 'ENTER', direction: 'LONG', score: 1, stopLoss: 1, takeProfit: 2, features: {} }
    },
  }
  const range = { warmFromMs, fromMs: FROM_MS, toMs }
  const stage = { history, market, definition: counting, interval: '1m', ...range, retainsSetups: false } as const
  expect(findIdeas(stage).next().value?.openMs).toBe(warmFromMs)
  expect(bars).toBeLessThanOrEqual(PERIOD_BARS)
})
