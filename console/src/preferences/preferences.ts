/**
 * Display preferences stored in this browser, such as theme and time zone: the hook that reads and sets one, and their
 * effect on the page.
 */

import { useSyncExternalStore } from 'react'
import { type Preference, type PreferenceName, readChoice, storageKey } from './choices.ts'
import { followStorage, keepShared } from './storage.ts'

/** Returns a preference, stored in this browser and shared by its tabs. */
export const usePreference = <N extends PreferenceName>(name: N): [Preference<N>, (choice: Preference<N>) => void] => {
  const value = useSyncExternalStore(followStorage, () => readChoice(name))
  const choose = (choice: Preference<N>): void => keepShared(storageKey(name), choice)
  return [value, choose]
}

/** Applies theme and colours to the page, now and after each change. */
export const followAppearance = (): void => {
  const show = (): void => {
    document.documentElement.dataset.theme = readChoice('theme')
    document.documentElement.dataset.palette = readChoice('palette')
  }
  show()
  followStorage(show)
}
