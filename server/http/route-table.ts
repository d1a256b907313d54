/** All registered routes of the REST server. */

import type { RouteOptions } from 'fastify'

/** A route as registered. */
export type Registered = Pick<RouteOptions, 'method' | 'url' | 'config' | 'schema'>

/** All registered routes, for access rules and for the methods of an address. */
export interface RouteTable {
  /** Routes in order of registration. */
  readonly routes: readonly Registered[]
  add(route: Registered): void
  /** Returns whether the address has a route without parameters, for any method. */
  isLiteral(path: string): boolean
  /** Methods of the address, only those of a literal route if one matches; empty when there is none. */
  listMethods(path: string): string[]
}

export const createRouteTable = (): RouteTable => {
  const routes: Registered[] = []
  const literals = new Set<string>()
  const patterns: { readonly pattern: RegExp; readonly isLiteral: boolean; readonly methods: string[] }[] = []
  return {
    routes,
    add({ method, url, config, schema }) {
      routes.push({ method, url, ...(config && { config }), ...(schema && { schema }) })
      if (!url.includes(':')) literals.add(url)
      const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')
      patterns.push({ pattern: new RegExp(`^${source}/?$`), isLiteral: !url.includes(':'), methods: [method].flat() })
    },
    isLiteral: (path) => literals.has(path),
    listMethods(path) {
      const matching = patterns.filter(({ pattern }) => pattern.test(path))
      const literal = matching.filter(({ isLiteral }) => isLiteral)
      return [...new Set((literal.length > 0 ? literal : matching).flatMap(({ methods }) => methods))]
    },
  }
}
