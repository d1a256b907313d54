/**
 * Display preferences stored in this browser, such as theme and time zone: the hook that reads and sets one, and their
 * effect on the page.
 */

import { useSyncExternalStore } from 'react'
import { followStorage, keepShared, recall } from './storage.ts'

/** Returns a preference, stored in this browser and shared by its tabs. */
export const usePreference = <N extends Name>(name: N): [Preference<N>, (choice: Preference<N>) => void] => {
  const value = useSyncExternalStore(followStorage, () => read(name))
  const choose = (choice: Preference<N>): void => keepShared(storageKey(name), choice)
  return [value, choose]
}

/** Display preferences with their choices; the first one is the default. */
const CHOICES = {
  theme: ['system', 'light', 'dark'],
  zone: ['UTC', 'LOCAL'],
  palette: ['green-up', 'red-up', 'blue-orange'],
  singleKeys: ['on', 'off'],
} as const

type Name = keyof typeof CHOICES
export type Preference<N extends Name> = (typeof CHOICES)[N][number]

const storageKey = (name: Name): string => `plimsoll.${name}`

const read = <N extends Name>(name: N): Preference<N> => {
  const choices: readonly Preference<N>[] = CHOICES[name]
  const stored = recall(storageKey(name))
  const [usual] = CHOICES[name]
  return choices.find((choice) => choice === stored) ?? usual
}

/** Applies theme and colours to the page, now and after each change. */
export const followAppearance = (): void => {
  const show = (): void => {
    document.documentElement.dataset.theme = read('theme')
    document.documentElement.dataset.palette = read('palette')
  }
  show()
  followStorage(show)
}
