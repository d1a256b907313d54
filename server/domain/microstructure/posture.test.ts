import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Component,
  type ComponentId,
  classifyLevel,
  classifyPosture,
  type Level,
  POSTURE_RULES,
} from './component.ts'

const aComponent = (id: ComponentId, level: Level): Component => ({
  id,
  value: null,
  z: null,
  percentile: null,
  level,
  baselineDays: 7,
  n: 1,
  evidence: { have: 7, need: 7, unit: 'days' },
})

const all = (changed: Partial<Record<ComponentId, Level>> = {}) => ({
  components: POSTURE_RULES.mandatory.map((id) => aComponent(id, changed[id] ?? 'CLEAN')),
})

const RANKS: readonly Level[] = ['HOSTILE', 'INSUFFICIENT_EVIDENCE', 'ELEVATED', 'CLEAN']

describe('postureOf', () => {
  it.each<[string, Partial<Record<ComponentId, Level>>, Level]>([
    ['every sign is clean', {}, 'CLEAN'],
    ['one is elevated', { vpin: 'ELEVATED' }, 'ELEVATED'],
    ['three are elevated', { vpin: 'ELEVATED', funding: 'ELEVATED', spoof: 'ELEVATED' }, 'HOSTILE'],
    ['one that decides alone is hostile', { layering: 'HOSTILE' }, 'HOSTILE'],
    ['one that does not decide alone is hostile', { vpin: 'HOSTILE' }, 'ELEVATED'],
    ['one is not known', { cascade: 'INSUFFICIENT_EVIDENCE' }, 'INSUFFICIENT_EVIDENCE'],
    ['one is hostile and one not known', { spoof: 'HOSTILE', cascade: 'INSUFFICIENT_EVIDENCE' }, 'HOSTILE'],
  ])('when %s', (_, levels, posture) => {
    expect(classifyPosture(all(levels))).toBe(posture)
  })

  it('is not reported while a mandatory sign is missing entirely', () => {
    const { components } = all()
    expect(classifyPosture({ components: components.filter(({ id }) => id !== 'selfConduct') })).toBe(
      'INSUFFICIENT_EVIDENCE',
    )
  })

  it('never improves beyond missing evidence by losing some', () => {
    const anyLevels = fc.array(fc.constantFrom(...RANKS), { minLength: 8, maxLength: 8 })
    fc.assert(
      fc.property(anyLevels, fc.nat({ max: 7 }), (levels, lost) => {
        const components = POSTURE_RULES.mandatory.map((id, index) => aComponent(id, levels[index] ?? 'CLEAN'))
        const before = RANKS.indexOf(classifyPosture({ components }))
        const after = RANKS.indexOf(classifyPosture({ components: components.filter((_, index) => index !== lost) }))
        expect(after).toBeLessThanOrEqual(Math.max(before, RANKS.indexOf('INSUFFICIENT_EVIDENCE')))
      }),
    )
  })
})

describe('levelOf', () => {
  const days = (have: number) => ({ have, need: 7, unit: 'days' }) as const

  it.each([
    [true, true, days(0), 'HOSTILE'],
    [false, true, days(6.9), 'INSUFFICIENT_EVIDENCE'],
    [false, true, days(7), 'ELEVATED'],
    [false, false, days(7), 'CLEAN'],
  ] as const)('hostile %s, elevated %s, with %o, is %s', (isHostile, isElevated, evidence, level) => {
    expect(classifyLevel(isHostile, isElevated, evidence)).toBe(level)
  })
})
