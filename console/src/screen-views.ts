import { type ComponentType, use } from 'react'
import { Market } from './market/screen.tsx'
import { fetchScreenScripts, loadScript } from './other-scripts.ts'
import { SCREENS, type Screen } from './screens.ts'

/** Returns the component of a screen; suspends until its file has been fetched. */
export const useScreenView = (screen: Screen): ComponentType =>
  screen.component === 'Market' ? Market : use(loadOnce(screen))

/** Loads the screen at an address, so that opening it does not suspend. */
export const preloadScreen = (path: string): void => {
  const screen = SCREENS.find((one) => one.path === path)
  if (screen && screen.component !== 'Market') void loadOnce(screen)
}

type Name = Screen['component']
type ScreenModule = Readonly<Record<string, ComponentType>>

/** Every folder with a `screen.tsx` is a screen. All except Market are built as separate files. */
const OTHERS = import.meta.glob<ScreenModule>(['./*/screen.tsx', '!./market/screen.tsx'])

const views = new Map<Name, Promise<ComponentType>>()

const loadOnce = ({ component, path }: Screen): Promise<ComponentType> => {
  const view =
    views.get(component) ??
    loadScript(
      () => importView(component),
      () => fetchScreenScripts(path),
    )
  views.set(component, view)
  return view
}

/** Imports the component of a screen. */
const importView = async (name: Name): Promise<ComponentType> => {
  const module = await OTHERS[`./${name.toLowerCase()}/screen.tsx`]?.()
  const view = module?.[name]
  if (!view) throw new Error(`Invariant: ${name} has a screen.tsx that exports it`)
  return view
}
