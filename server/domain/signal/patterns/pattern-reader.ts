import type { Bar } from '../bar.ts'
import { createBarWindow } from './bar-window.ts'
import type { PatternDefinition } from './pattern.ts'
import { PATTERNS } from './patterns.ts'

/** A pattern that ends at a bar. */
export interface PatternFound {
  readonly id: string
  readonly direction: -1 | 1
}

const NONE: readonly PatternFound[] = []

/**
 * Tells which patterns end at each bar of one series, in the order of the definitions. It is told every closed bar
 * once, in order; after a gap in time another reader begins.
 */
export const createPatternReader = (
  definitions: readonly PatternDefinition[] = PATTERNS,
): ((bar: Bar) => readonly PatternFound[]) => {
  const window = createBarWindow()
  return (bar) => {
    window.push(bar)
    const { count } = window
    let found: PatternFound[] | undefined
    for (const { id, bars, read } of definitions) {
      const direction = count < bars ? 0 : read(window)
      if (direction === 0) continue
      found ??= []
      found.push({ id, direction })
    }
    return found ?? NONE
  }
}
