import type { ComponentType } from 'react'
import { Monitor } from './monitor/monitor.tsx'
import { Overview } from './overview/overview.tsx'
import type { Screen } from './screens.ts'

/** What each screen of the list shows. */
export const SCREEN_VIEWS: Readonly<Record<Screen['component'], ComponentType>> = { Overview, Monitor }
