/** Registry of shortcut callbacks, and the hook by which components register theirs. */

import { createContext, useContext, useEffect, useRef } from 'react'
import { formatChord, readChord } from './read-chord.ts'
import { isSingleKey, type Shortcut, type ShortcutName } from './shortcuts.ts'

/** Creates the registry that runs the callbacks of pressed shortcuts. */
export const createShortcutKeys = (): ShortcutKeys => {
  const runs = new Map<ShortcutName, () => void>()
  let begun: readonly string[] = []
  let pressedAt = 0
  return {
    on(name, run) {
      runs.set(name, run)
      return () => runs.delete(name)
    },
    press(event, shortcuts) {
      if (event.defaultPrevented || event.repeat || IS_MODIFIER.test(event.key)) return
      const before = event.timeStamp - pressedAt > PAUSE_MS ? [] : begun
      const reading = readChord(usable(shortcuts, event.target), before, formatChord(event))
      begun = reading.begun
      pressedAt = event.timeStamp
      const run = reading.shortcut && runs.get(reading.shortcut.name)
      if (!run) return
      event.preventDefault()
      run()
    },
  }
}

/** Time within which the second key of a shortcut must follow. */
const PAUSE_MS = 1_500

/** Registry of shortcut callbacks. */
interface ShortcutKeys {
  /** Calls `run` when the keys were pressed; the returned function removes the listener. */
  on(name: ShortcutName, run: () => void): () => void
  /** Processes a key press; runs the callback if it completes one of these shortcuts. */
  press(event: KeyboardEvent, shortcuts: readonly Shortcut[]): void
}

const IS_MODIFIER = /^(Shift|Control|Alt|AltGraph|Meta)$/

/** Returns the usable shortcuts: no single keys in input fields, and only the emergency stop while a dialog is open. */
const usable = (shortcuts: readonly Shortcut[], target: EventTarget | null): readonly Shortcut[] => {
  if (document.querySelector('dialog[open]')) return shortcuts.filter(({ name }) => name === 'stop')
  const isWriting = target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
  return isWriting ? shortcuts.filter((shortcut) => !isSingleKey(shortcut)) : shortcuts
}

const KeysContext = createContext<ShortcutKeys | undefined>(undefined)

export const ShortcutKeysProvider = KeysContext.Provider

/** Runs the callback on the keys of the shortcut, while the component is mounted. */
export const useShortcut = (name: ShortcutName, run: () => void): void => {
  const keys = useContext(KeysContext)
  const newest = useRef(run)
  useEffect(() => {
    newest.current = run
  })
  useEffect(() => keys?.on(name, () => newest.current()), [keys, name])
}
