/** Hook for the drawings of an instrument, which the browser stores. */

import { useMemo, useSyncExternalStore } from 'react'
import { followStorage, keepShared, recall } from '../preferences/storage.ts'
import { DRAWINGS_MAX, type Drawing, type DrawingKind, parseDrawings } from './drawing.ts'

/** Drawings of an instrument, with functions that change them. */
export interface Drawings {
  readonly drawings: readonly Drawing[]
  /** Adds a drawing, or replaces the one with the same ID. */
  readonly put: (drawing: Drawing) => void
  readonly remove: (id: string) => void
  readonly clear: () => void
}

/** Drawings of a chart, with the tool selected for the next one. */
export interface ChartDrawings extends Drawings {
  readonly tool: DrawingKind | undefined
  readonly onTool: (tool: DrawingKind | undefined) => void
}

/** Returns the drawings that this browser stores for an instrument, in all of its charts and tabs. */
export const useDrawings = (symbol: string): Drawings => {
  const key = `plimsoll.drawings.${symbol}`
  const text = useSyncExternalStore(followStorage, () => recall(key))
  const drawings = useMemo(() => parseDrawings(text), [text])
  return useMemo(() => {
    const store = (next: readonly Drawing[]): void => keepShared(key, JSON.stringify(next.slice(-DRAWINGS_MAX)))
    const without = (id: string): readonly Drawing[] => drawings.filter((drawing) => drawing.id !== id)
    return {
      drawings,
      put: (drawing) => store([...without(drawing.id), drawing]),
      remove: (id) => store(without(id)),
      clear: () => store([]),
    }
  }, [drawings, key])
}
