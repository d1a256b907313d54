import { type ComponentType, use } from 'react'
import { Market } from './market/screen.tsx'
import { loadScript } from './other-scripts.ts'
import type { Screen } from './screens.ts'

/** Returns the component of a screen; suspends until its file has been fetched. */
export const useScreenView = (name: Name): ComponentType => (name === 'Market' ? Market : use(loadOnce(name)))

type Name = Screen['component']
type ScreenModule = Readonly<Record<string, ComponentType>>

/** Every folder with a `screen.tsx` is a screen. All except Market are built as separate files. */
const OTHERS = import.meta.glob<ScreenModule>(['./*/screen.tsx', '!./market/screen.tsx'])

const views = new Map<Name, Promise<ComponentType>>()

const loadOnce = (name: Name): Promise<ComponentType> => {
  const view = views.get(name) ?? loadScript(() => importView(name))
  views.set(name, view)
  return view
}

/** Imports the component of a screen. */
const importView = async (name: Name): Promise<ComponentType> => {
  const module = await OTHERS[`./${name.toLowerCase()}/screen.tsx`]?.()
  const view = module?.[name]
  if (!view) throw new Error(`Invariant: ${name} has a screen.tsx that exports it`)
  return view
}
