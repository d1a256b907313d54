import type { RouteOptions } from 'fastify'

/** Every route of the server, as registered: who may call what, and which methods an address has. */
export interface RouteTable {
  add(route: Pick<RouteOptions, 'method' | 'url'>): void
  /** The methods of the address, whatever was asked; empty when nothing is there. */
  methodsOf(path: string): string[]
}

export const createRouteTable = (): RouteTable => {
  const routes: { readonly pattern: RegExp; readonly methods: string[] }[] = []
  return {
    add({ method, url }) {
      const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')
      routes.push({ pattern: new RegExp(`^${source}/?$`), methods: [method].flat() })
    },
    methodsOf: (path) => [
      ...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods)),
    ],
  }
}
