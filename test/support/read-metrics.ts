import { expect } from 'vitest'

/** Exported metric family: value strings by labels. */
export interface MetricText {
  readonly type: string
  readonly help: string
  readonly samples: ReadonlyMap<string, number>
}

const SAMPLE = /^([a-z][a-z0-9_]*)(\{[a-z_]+="(?:[^"\\\n]|\\[\\"n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\[\\"n])*")*\})? (\S+)$/

/**
 * Parses the Prometheus text format 0.0.4 and expects its rules to be met: HELP, TYPE, then the samples of one family,
 * each family once.
 */
export const readMetrics = (text: string): ReadonlyMap<string, MetricText> => {
  const families = new Map<string, { type: string; help: string; samples: Map<string, number> }>()
  let current = ''
  const lines = text.split('\n')
  expect(lines.pop()).toBe('')
  for (const line of lines) {
    const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? []
    if (keyword === 'HELP') {
      expect(families.has(name), name).toBe(false)
      families.set(name, { type: '', help: rest, samples: new Map() })
      current = name
      continue
    }
    const family = families.get(current)
    if (!family) throw new Error(`a figure before its family: ${line}`)
    if (keyword === 'TYPE') {
      expect([name, family.samples.size]).toEqual([current, 0])
      family.type = rest
      continue
    }
    const [, series = '', labels = '', value = ''] = SAMPLE.exec(line) ?? []
    expect(series, line).toBe(current)
    expect(Number.isFinite(Number(value)), line).toBe(true)
    expect(family.samples.has(labels), line).toBe(false)
    family.samples.set(labels, Number(value))
  }
  return families
}
