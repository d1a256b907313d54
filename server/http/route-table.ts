import type { RouteOptions } from 'fastify'

type Registered = Pick<RouteOptions, 'method' | 'url' | 'config' | 'schema'>

/** Every route of the server, as registered: who may call what, and which methods an address has. */
export interface RouteTable {
  /** In the order in which they were registered. */
  readonly routes: readonly Registered[]
  add(route: Registered): void
  /** The methods of the address, whatever was asked; empty when nothing is there. */
  methodsOf(path: string): string[]
}

export const createRouteTable = (): RouteTable => {
  const routes: Registered[] = []
  const patterns: { readonly pattern: RegExp; readonly methods: string[] }[] = []
  return {
    routes,
    add({ method, url, config, schema }) {
      routes.push({ method, url, ...(config && { config }), ...(schema && { schema }) })
      const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')
      patterns.push({ pattern: new RegExp(`^${source}/?$`), methods: [method].flat() })
    },
    methodsOf: (path) => [
      ...new Set(patterns.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
    ],
  }
}
