/** Hooks for the current chart layout and the saved layouts, both stored in the browser. */

import { useMemo, useSyncExternalStore } from 'react'
import { recallValue } from '../preferences/remembered.ts'
import { followStorage, keepShared, recall } from '../preferences/storage.ts'
import { areSaved, type ChartLayout, isLayout, ONE_CHART, type SavedLayout } from './chart-layout.ts'

/** Returns the current chart layout, and a function that replaces it. */
export const useChartLayout = (): readonly [ChartLayout, (layout: ChartLayout) => void] => {
  const text = useStored(LAYOUT)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read from the stored string
  const layout = useMemo(() => recallValue(LAYOUT, isLayout) ?? ONE_CHART, [text])
  return [layout, (next) => store(LAYOUT, next)]
}

/** Returns the layouts saved by name, and a function that replaces them. */
export const useSavedLayouts = (): readonly [readonly SavedLayout[], (saved: readonly SavedLayout[]) => void] => {
  const text = useStored(SAVED)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read from the stored string
  const saved = useMemo(() => recallValue(SAVED, areSaved) ?? [], [text])
  return [saved, (next) => store(SAVED, next)]
}

const LAYOUT = 'chart-layout'
const SAVED = 'saved-layouts'

const useStored = (name: string): string | null => useSyncExternalStore(followStorage, () => recall(`plimsoll.${name}`))

const store = (name: string, value: unknown): void => keepShared(`plimsoll.${name}`, JSON.stringify(value))
