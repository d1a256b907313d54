import type { ComponentType } from 'react'
import type { Screen } from './screens.ts'

type ScreenModule = Readonly<Record<string, ComponentType>>

/** Components of the screens, by name: every folder with a `screen.tsx` is a screen, which exports its component. */
export const SCREEN_VIEWS = Object.assign(
  {},
  ...Object.values(import.meta.glob<ScreenModule>('./*/screen.tsx', { eager: true })),
) as Readonly<Record<Screen['component'], ComponentType>>
