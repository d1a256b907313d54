import type { Bar } from '../bar.ts'
import { createBarWindow } from './bar-window.ts'
import type { PatternDefinition } from './pattern.ts'
import { PATTERNS } from './patterns.ts'

/**
 * Creates a reader that returns the patterns ending at each bar of a series, in the order of the definitions. Call it
 * once with every closed bar, in order; use a new reader after a gap. A bar that is not read has no patterns.
 */
export const createPatternReader = (
  definitions: readonly PatternDefinition[] = PATTERNS,
): ((bar: Bar, isRead?: boolean) => readonly PatternMatch[]) => {
  const window = createBarWindow()
  return (bar, isRead = true) => {
    window.push(bar)
    if (!isRead) return NONE
    const { count } = window
    let matches: PatternMatch[] | undefined
    for (const { id, bars, read } of definitions) {
      const direction = count < bars ? 0 : read(window)
      if (direction === 0) continue
      matches ??= []
      matches.push({ id, direction })
    }
    return matches ?? NONE
  }
}

/** A pattern that ends at a bar. */
export interface PatternMatch {
  readonly id: string
  readonly direction: -1 | 1
}

const NONE: readonly PatternMatch[] = []
