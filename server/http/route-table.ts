import type { RouteOptions } from 'fastify'

type Registered = Pick<RouteOptions, 'method' | 'url' | 'config' | 'schema'>

/** Every route of the server, as registered: who may call what, and which methods an address has. */
export interface RouteTable {
  /** In the order in which they were registered. */
  readonly routes: readonly Registered[]
  add(route: Registered): void
  /** Methods of the address, those of a literal route alone where one matches; empty when nothing is there. */
  listMethods(path: string): string[]
}

export const createRouteTable = (): RouteTable => {
  const routes: Registered[] = []
  const patterns: { readonly pattern: RegExp; readonly isLiteral: boolean; readonly methods: string[] }[] = []
  return {
    routes,
    add({ method, url, config, schema }) {
      routes.push({ method, url, ...(config && { config }), ...(schema && { schema }) })
      const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')
      patterns.push({ pattern: new RegExp(`^${source}/?$`), isLiteral: !url.includes(':'), methods: [method].flat() })
    },
    listMethods(path) {
      const matching = patterns.filter(({ pattern }) => pattern.test(path))
      const literal = matching.filter(({ isLiteral }) => isLiteral)
      return [...new Set((literal.length > 0 ? literal : matching).flatMap(({ methods }) => methods))]
    },
  }
}
