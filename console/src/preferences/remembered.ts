/** Typed values that this browser remembers from the user's last choice, such as a selected interval. */

import { useState } from 'react'
import { keep, recall } from './storage.ts'

/** Returns the user's last choice in this browser, and its setter. */
export const useRemembered = <T>(
  name: string,
  isValid: (value: unknown) => value is T,
  usual: T,
): readonly [T, (value: T) => void] => {
  const [value, setValue] = useState<T>(() => recallValue(name, isValid) ?? usual)
  const choose = (next: T): void => {
    keepValue(name, next)
    setValue(next)
  }
  return [value, choose]
}

const KEY = 'plimsoll.'

/** Returns a stored value; undefined when missing or invalid. */
export const recallValue = <T>(name: string, isValid: (value: unknown) => value is T): T | undefined => {
  try {
    const value: unknown = JSON.parse(recall(KEY + name) ?? 'null')
    return isValid(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const keepValue = (name: string, value: unknown): void => keep(KEY + name, JSON.stringify(value))
