/**
 * Registry of the console: its screens and actions with their routes, the roles that may use them, and the API calls
 * they make.
 */

import type { paths } from '@plimsoll/client'
import { type Role, rolesWith } from '../../contract/roles.ts'
import { t } from './messages/messages.ts'

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  readonly path: keyof paths
}

const EVERYBODY = rolesWith('read')
const TRADERS = rolesWith('trade')
const get = (path: keyof paths): Call => ({ method: 'GET', path })
const post = (path: keyof paths): Call => ({ method: 'POST', path })

interface Shortened {
  /** Short name for narrow layouts. */
  readonly short?: string
}

/** All screens; router, navigation, `g` shortcuts and the build's manifest are derived from this list. */
export const SCREENS = [
  {
    path: '/',
    component: 'Overview',
    title: t('Overview'),
    letter: 'o',
    roles: EVERYBODY,
    api: [get('/api/v381/account/performance'), get('/api/v381/account/portfolio'), get('/api/v381/account/limits')],
  },
  {
    path: '/market',
    component: 'Market',
    title: t('Market'),
    letter: 'm',
    roles: EVERYBODY,
    api: [
      get('/api/v381/market/instruments'),
      get('/api/v381/market/klines/{symbol}'),
      get('/api/v381/signals/history'),
      get('/api/v381/account/trades'),
      get('/api/v381/trading/orders'),
      get('/api/v381/trading/positions'),
    ],
  },
  {
    path: '/positions',
    component: 'Positions',
    title: t('Positions and orders'),
    short: t('Positions'),
    letter: 'p',
    roles: EVERYBODY,
    api: [
      get('/api/v381/market/instruments'),
      get('/api/v381/trading/orders'),
      get('/api/v381/trading/order/{orderId}'),
      get('/api/v381/trading/positions'),
      get('/api/v381/account/trades'),
    ],
  },
  {
    path: '/signals',
    component: 'Signals',
    title: t('Signals'),
    letter: 's',
    roles: EVERYBODY,
    api: [get('/api/v381/signals/history')],
  },
  {
    path: '/autotrading',
    component: 'Autotrading',
    title: t('Autotrading'),
    short: t('Auto'),
    letter: 'a',
    roles: EVERYBODY,
    api: [get('/api/autotrading/decisions'), get('/api/autotrading/decisions/{candidateId}')],
  },
  {
    path: '/strategies',
    component: 'Strategies',
    title: t('Strategies'),
    letter: 'i',
    roles: EVERYBODY,
    api: [get('/api/autotrading/config'), get('/api/v381/account/performance'), get('/api/v381/signals/history')],
  },
  {
    path: '/performance',
    component: 'Performance',
    title: t('Performance'),
    short: t('Results'),
    letter: 'f',
    roles: EVERYBODY,
    api: [get('/api/v381/account/performance'), get('/api/v381/account/portfolio')],
  },
  {
    path: '/limits',
    component: 'Limits',
    title: t('Limits'),
    letter: 'l',
    roles: EVERYBODY,
    api: [get('/api/v381/account/limits')],
  },
  {
    path: '/research',
    component: 'Research',
    title: t('Research'),
    letter: 'r',
    roles: EVERYBODY,
    api: [
      get('/api/v381/research/data'),
      get('/api/v381/research/runs'),
      get('/api/v381/research/runs/{runId}'),
      get('/api/v381/research/runs/{runId}/equity'),
      get('/api/v381/research/runs/{runId}/trades'),
      get('/api/v381/research/compare'),
      get('/api/v381/research/searches'),
      get('/api/v381/research/searches/{searchId}'),
    ],
  },
  { path: '/monitor', component: 'Monitor', title: t('Health'), letter: 't', roles: EVERYBODY, api: [] },
  {
    path: '/audit',
    component: 'Audit',
    title: t('Audit'),
    letter: 'u',
    roles: rolesWith('audit'),
    api: [get('/api/audit')],
  },
  {
    path: '/logs',
    component: 'Logs',
    title: t('Logs'),
    letter: 'k',
    roles: rolesWith('logs'),
    api: [get('/api/logs')],
  },
  {
    path: '/fleet',
    component: 'Fleet',
    title: t('Fleet'),
    letter: 'n',
    roles: EVERYBODY,
    api: [get('/api/fleet')],
  },
  {
    path: '/account',
    component: 'Account',
    title: t('Account'),
    letter: 'e',
    roles: EVERYBODY,
    api: [
      get('/api/auth/account'),
      get('/api/auth/sessions'),
      post('/api/auth/password'),
      post('/api/auth/sessions/end'),
      post('/api/auth/second-factor'),
      post('/api/auth/second-factor/confirm'),
      post('/api/auth/second-factor/disable'),
    ],
  },
] as const satisfies readonly (Part & { readonly title: string; readonly letter: string } & Shortened)[]

/** Screen or action: its route, its component, the roles that may use it, and every API call it makes. */
interface Part {
  readonly path: string
  readonly component: string
  readonly roles: readonly Role[]
  readonly api: readonly Call[]
}

/** Actions of the console, the screen of each, and the roles that may use it. */
export const CONTROLS = [
  {
    path: '/',
    component: 'Session',
    roles: EVERYBODY,
    api: [post('/api/auth/login'), post('/api/auth/refresh'), post('/api/auth/logout'), get('/api/fleet')],
  },
  {
    path: '/',
    component: 'PauseButton',
    roles: rolesWith('control:pause'),
    api: [post('/api/autotrading/pause')],
  },
  { path: '/', component: 'EmergencyStop', roles: rolesWith('control:stop'), api: [post('/api/emergency-stop')] },
  { path: '/fleet', component: 'FleetStop', roles: rolesWith('control:stop'), api: [post('/api/emergency-stop')] },
  {
    path: '/market',
    component: 'Ticket',
    roles: TRADERS,
    api: [get('/api/autotrading/config'), post('/api/v381/trading/order/preview'), post('/api/v381/trading/order')],
  },
  {
    path: '/positions',
    component: 'ClosePosition',
    roles: TRADERS,
    api: [post('/api/v381/trading/positions/{id}/close')],
  },
  {
    path: '/positions',
    component: 'ReversePosition',
    roles: TRADERS,
    api: [
      post('/api/v381/trading/order/preview'),
      post('/api/v381/trading/positions/{id}/close'),
      post('/api/v381/trading/order'),
    ],
  },
  {
    path: '/positions',
    component: 'MoveProtection',
    roles: TRADERS,
    api: [{ method: 'PATCH', path: '/api/v381/trading/positions/{id}/sl-tp' }],
  },
  {
    path: '/positions',
    component: 'CancelOrder',
    roles: TRADERS,
    api: [{ method: 'DELETE', path: '/api/v381/trading/order/{orderId}' }],
  },
  {
    path: '/positions',
    component: 'AmendOrder',
    roles: TRADERS,
    api: [
      post('/api/v381/trading/order/{orderId}/preview'),
      { method: 'PATCH', path: '/api/v381/trading/order/{orderId}' },
    ],
  },
  { path: '/research', component: 'StartResearchJob', roles: TRADERS, api: [post('/api/v381/research/jobs')] },
  {
    path: '/research',
    component: 'CancelResearchJob',
    roles: TRADERS,
    api: [{ method: 'DELETE', path: '/api/v381/research/jobs/{jobId}' }],
  },
] as const satisfies readonly Part[]

export type Screen = (typeof SCREENS)[number]
type Named = (typeof SCREENS)[number] | (typeof CONTROLS)[number]

/** Returns whether a part is shown to these roles. The server enforces the permission. */
export const isVisible = (component: Named['component'], roles: readonly Role[]): boolean =>
  [...SCREENS, ...CONTROLS].some(
    (part: Part) => part.component === component && part.roles.some((role) => roles.includes(role)),
  )

/** A signed-in user, and the account of the tab where there are several. */
interface Navigating {
  readonly user: { readonly roles: readonly Role[] }
  readonly account?: string
}

/** Returns whether a part is offered to the user; the fleet only where there are several accounts. */
export const isOffered = (component: Named['component'], { user, account }: Navigating): boolean =>
  isVisible(component, user.roles) && (component !== 'Fleet' || account !== undefined)

/** Returns the screens in the navigation of a user. */
export const screensFor = (navigating: Navigating): readonly (Screen & Shortened)[] =>
  SCREENS.filter(({ component }) => isOffered(component, navigating))
