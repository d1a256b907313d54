/** Display preferences with their choices, and the one that this browser stores. */

import { LANGUAGE_CODES } from '../messages/languages.ts'
import { recall } from './storage.ts'

/** Preferences with their choices; the first one is the default. */
const CHOICES = {
  theme: ['system', 'light', 'dark'],
  zone: ['UTC', 'LOCAL'],
  palette: ['green-up', 'red-up', 'blue-orange'],
  singleKeys: ['on', 'off'],
  language: ['system', ...LANGUAGE_CODES],
  numbers: ['comma-point', 'point-comma', 'space-comma'],
  dates: ['iso', 'local'],
} as const

export type PreferenceName = keyof typeof CHOICES
export type Preference<N extends PreferenceName> = (typeof CHOICES)[N][number]

export const storageKey = (name: PreferenceName): string => `plimsoll.${name}`

/** Returns the stored choice; the default if none, or one that no longer exists, is stored. */
export const readChoice = <N extends PreferenceName>(name: N): Preference<N> => {
  const choices: readonly Preference<N>[] = CHOICES[name]
  const stored = recall(storageKey(name))
  const [usual] = CHOICES[name]
  return choices.find((choice) => choice === stored) ?? usual
}
