import type { components, paths } from '@plimsoll/client'

export type Role = components['schemas']['SignedIn']['user']['roles'][number]

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: keyof paths
}

/** A part of the console: where it is, whom it is shown to, and every call it makes. */
interface Part {
  readonly path: string
  readonly component: string
  readonly roles: readonly Role[]
  readonly api: readonly Call[]
}

const EVERYBODY: readonly Role[] = ['VIEWER', 'OPERATOR', 'TRADER', 'ADMIN']
const post = (path: keyof paths): Call => ({ method: 'POST', path })

/** Every screen: the router, the navigation and the manifest of the build are made from it. What they show comes by the stream. */
export const SCREENS = [
  { path: '/', component: 'Overview', title: 'Overview', roles: EVERYBODY, api: [] },
  { path: '/monitor', component: 'Monitor', title: 'Monitor', roles: EVERYBODY, api: [] },
] as const satisfies readonly (Part & { readonly title: string })[]

/** What is on every screen, and who may use it. */
export const CONTROLS = [
  {
    path: '/',
    component: 'Session',
    roles: EVERYBODY,
    api: [post('/api/auth/login'), post('/api/auth/refresh'), post('/api/auth/logout')],
  },
  {
    path: '/',
    component: 'PauseButton',
    roles: ['OPERATOR', 'TRADER', 'ADMIN'],
    api: [post('/api/autotrading/pause')],
  },
  { path: '/', component: 'EmergencyStop', roles: ['TRADER', 'ADMIN'], api: [post('/api/emergency-stop')] },
] as const satisfies readonly Part[]

export type Screen = (typeof SCREENS)[number]
type Named = (typeof SCREENS)[number] | (typeof CONTROLS)[number]

/** Whether somebody with these roles is shown a part. The server decides whether they may. */
export const isShown = (component: Named['component'], roles: readonly Role[]): boolean =>
  [...SCREENS, ...CONTROLS].some(
    (part: Part) => part.component === component && part.roles.some((role) => roles.includes(role)),
  )
