/** Counts of admitted and refused requests by route, without caller data, and the recognition of internal probes. */

import type { FastifyRequest } from 'fastify'
import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS } from '../../core/instant.ts'
import { createRecentCount, type RecentCount } from '../../core/recent-count.ts'

/** Request counts by route. */
export interface Visits {
  noteAllowed(route: RouteConfig, ip: string): void
  noteRefused(route: RouteConfig, refused: { readonly ip: string; readonly status: number }): void
  /** Records that a user who may pause was refused because the control quota was used up. */
  noteControlRefused(): void
  /** Counts of the last 24 hours, to the hour. */
  visited(method: string, url: string): Visited
  controlRefusedWithin(spanMs: number): number
}

/** Configuration that every route has. */
export type RouteConfig = FastifyRequest['routeOptions']['config']

/** Number of admitted and refused requests of a route within a day. */
export interface Visited {
  readonly allowed: number
  readonly denied401: number
  readonly denied403: number
}

/** Source address of internal probes, followed by the probed path; it is not a network address and is not counted. */
export const IN_PROCESS = 'in-process'

/** Returns whether a request is an internal probe. */
export const isProbe = (ip: string | undefined): boolean => ip?.startsWith(IN_PROCESS) ?? false

interface RouteVisits {
  readonly allowed: RecentCount
  readonly denied401: RecentCount
  readonly denied403: RecentCount
}

const HOURS = 24
const MINUTES = 60

export const createVisits = (now: () => Instant): Visits => {
  const routes = new Map<string, RouteVisits>()
  const known = new WeakMap<object, RouteVisits>()
  const controlRefused = createRecentCount(MINUTE_MS, MINUTES)

  const getRoute = (key: string): RouteVisits => {
    const visits = routes.get(key) ?? { allowed: daily(), denied401: daily(), denied403: daily() }
    routes.set(key, visits)
    return visits
  }

  /** Finds the counts of a route by its configuration object, which avoids building a string key each time. */
  const of = (route: RouteConfig): RouteVisits | undefined => {
    const before = known.get(route)
    if (before || route.url === undefined) return before
    const visits = getRoute(`${route.method} ${route.url}`)
    known.set(route, visits)
    return visits
  }

  return {
    noteAllowed(route, ip) {
      if (!isProbe(ip)) of(route)?.allowed.note(now())
    },
    noteRefused(route, { ip, status }) {
      if (isProbe(ip)) return
      if (status === 401) of(route)?.denied401.note(now())
      else if (status === 403) of(route)?.denied403.note(now())
    },
    noteControlRefused: () => controlRefused.note(now()),
    visited(method, url) {
      const visits = routes.get(`${method} ${url}`)
      const count = (recent: RecentCount | undefined): number => recent?.since(DAY_MS, now()) ?? 0
      return {
        allowed: count(visits?.allowed),
        denied401: count(visits?.denied401),
        denied403: count(visits?.denied403),
      }
    },
    controlRefusedWithin: (spanMs) => controlRefused.since(spanMs, now()),
  }
}

const daily = (): RecentCount => createRecentCount(HOUR_MS, HOURS)
