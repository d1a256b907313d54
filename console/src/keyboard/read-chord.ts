/** Reads keyboard shortcuts from key presses; a shortcut is one chord, or several in sequence. */

import type { Shortcut } from './shortcuts.ts'

/** Reads the next chord of a shortcut. A chord that continues no shortcut starts over. */
export const readChord = (shortcuts: readonly Shortcut[], begun: readonly string[], chord: string): ChordReading => {
  const pressed = [...begun, chord]
  const candidates = shortcuts.filter(({ chords }) => pressed.every((one, index) => chords[index] === one))
  const shortcut = candidates.find(({ chords }) => chords.length === pressed.length)
  if (shortcut) return { shortcut, begun: [] }
  if (candidates.length > 0) return { shortcut: undefined, begun: pressed }
  return begun.length === 0 ? { shortcut: undefined, begun: [] } : readChord(shortcuts, [], chord)
}

/** Fields of a key event that identify the pressed keys. */
export type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Formats keys pressed together as in the list of shortcuts. With Alt, some systems report a letter other than the
 * key's.
 */
export const formatChord = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): string => {
  const shift = shiftKey ? 'Shift+' : ''
  if (ctrlKey || metaKey) return `Ctrl+${altKey ? 'Alt+' : ''}${shift}${key.toUpperCase()}`
  if (altKey) return `Alt+${shift}${code.replace(/^Key/, '')}`
  return /^\p{L}$/u.test(key) ? (shiftKey ? `Shift+${key.toUpperCase()}` : key.toLowerCase()) : key
}

/** Result of a key press: a shortcut, or the beginning of one. */
interface ChordReading {
  readonly shortcut: Shortcut | undefined
  readonly begun: readonly string[]
}
