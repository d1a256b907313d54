import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { usePreference } from '../preferences/preferences.ts'
import { SCREENS } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { createShortcutKeys, ShortcutKeysProvider, useShortcut } from './shortcut-keys.ts'
import { isSingleKey, shortcutsFor } from './shortcuts.ts'

/** Enables the keyboard shortcuts of the screens, the shortcut help and the command palette for its children. */
export const Keyboard = ({ children }: { readonly children: ReactNode }) => {
  const signedIn = useSignedIn()
  const [singleKeys] = usePreference('singleKeys')
  const available = shortcutsFor(signedIn).filter((shortcut) => singleKeys === 'on' || !isSingleKey(shortcut))
  const [keys] = useState(createShortcutKeys)
  useEffect(() => {
    const press = (event: KeyboardEvent): void => keys.press(event, available)
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  })
  return (
    <ShortcutKeysProvider value={keys}>
      {children}
      {SCREENS.map(({ path }) => (
        <ScreenKeys key={path} path={path} />
      ))}
      <Opened />
    </ShortcutKeysProvider>
  )
}

const ScreenKeys = ({ path }: Pick<(typeof SCREENS)[number], 'path'>) => {
  const [, go] = useLocation()
  useShortcut(path, () => go(path))
  return null
}

/** Help or command palette, when opened. */
const Opened = () => {
  const [opened, setOpened] = useState<'help' | 'palette'>()
  useShortcut('help', () => setOpened('help'))
  useShortcut('palette', () => setOpened('palette'))
  const close = (): void => setOpened(undefined)
  if (opened === 'help') return <Help onClose={close} />
  return opened === 'palette' ? <Palette onClose={close} /> : null
}

export const Help = lazyComponent(async () => (await import('./help.tsx')).Help)
const Palette = lazyComponent(async () => (await import('./palette.tsx')).Palette)
