/** Keyboard shortcuts of the console, and their availability by role. */

import { t } from '../messages/messages.ts'
import { type CONTROLS, isOffered, SCREENS, type Screen } from '../screens.ts'

/** Returns the shortcuts available to a user. */
export const shortcutsFor = (signedIn: Parameters<typeof isOffered>[1]): readonly Shortcut[] =>
  SHORTCUTS.filter(({ of }) => of === undefined || isOffered(of, signedIn))

/** Action of a shortcut: a screen is named by its path. */
export type ShortcutName = Screen['path'] | 'help' | 'palette' | 'pause' | 'stop' | 'close'

export interface Shortcut {
  readonly name: ShortcutName
  /** Chords pressed in sequence. */
  readonly chords: readonly [string, ...string[]]
  readonly does: string
  /** Available only to users who have this screen or control. */
  readonly of?: Screen['component'] | (typeof CONTROLS)[number]['component']
}

/** All shortcuts. None of them sends an order. */
const SHORTCUTS: readonly Shortcut[] = [
  { name: 'help', chords: ['?'], does: t('Show keyboard shortcuts') },
  { name: 'palette', chords: ['Ctrl+K'], does: t('Go to screen or symbol') },
  ...SCREENS.map(
    ({ path, component, title, letter }): Shortcut => ({
      name: path,
      chords: ['g', letter],
      does: t('Go to {title}', { title }),
      of: component,
    }),
  ),
  { name: 'pause', chords: ['Shift+P'], does: t('Pause autotrading'), of: 'PauseButton' },
  {
    name: 'stop',
    chords: ['Alt+Shift+X'],
    does: t('Focus EMERGENCY STOP; hold Space for 1.5 s to stop all trading'),
    of: 'EmergencyStop',
  },
  { name: 'close', chords: ['Escape'], does: t('Close dialog or menu') },
]

/** Returns whether the shortcut uses single characters, which speech input can trigger by accident. */
export const isSingleKey = ({ chords: [first] }: Shortcut): boolean =>
  first !== 'Escape' && !/^(Ctrl|Alt)\+/.test(first)
