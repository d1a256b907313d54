import type { EngineEvent } from '../../../server/engine/model/events.ts'

interface Range {
  lowest: number
  highest: number
  newest: number
}

/** Mark prices used by the engine: the last one before the present batch, and those within it. */
export interface Marks {
  take(event: EngineEvent): void
  /** Ends a batch: only the newest price remains. */
  settle(): void
  forget(): void
  of(symbol: string): Pick<Range, 'lowest' | 'highest'> | undefined
}

export const createMarks = (): Marks => {
  const ranges = new Map<string, Range>()
  const moved = new Set<Range>()
  return {
    take(event) {
      if (event.kind !== 'market' || event.event.kind !== 'markPrice') return
      const { symbol, mark } = event.event.markPrice
      const range = ranges.get(symbol) ?? { lowest: mark, highest: mark, newest: mark }
      range.lowest = Math.min(range.lowest, mark)
      range.highest = Math.max(range.highest, mark)
      range.newest = mark
      ranges.set(symbol, range)
      moved.add(range)
    },
    settle() {
      for (const range of moved) {
        range.lowest = range.newest
        range.highest = range.newest
      }
      moved.clear()
    },
    forget: () => ranges.clear(),
    of: (symbol) => ranges.get(symbol),
  }
}
