/** Accounts that one server serves, each with routes of its own, and the choice of one by every request. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** Request header that names an account; the query parameter `account` does the same. */
const ACCOUNT_HEADER = 'plimsoll-account'

/** Routes of one account. */
export interface AccountRoutes {
  readonly handle: RequestListener
  readonly repeatedReads: { answer(request: IncomingMessage, response: ServerResponse): boolean }
}

/** Reason why a request has come to the routes of the first account instead of those it names. */
interface Misdirected {
  readonly account: string
  /** `UNKNOWN`: no account of this server; `CLOSED`: one whose routes are not open at present. */
  readonly reason: 'UNKNOWN' | 'CLOSED'
}

/** Accounts of one server. */
export interface AccountTable {
  /** Account of requests that name none. */
  readonly first: string
  readonly names: readonly string[]
  /** Opens the routes of an account; the returned function closes them. */
  open(account: string, routes: AccountRoutes): () => void
  /**
   * Returns the routes of the account that the request names, and removes the name from its URL. Routes of the first
   * account refuse a request for an account that cannot be served.
   */
  choose(request: IncomingMessage): AccountRoutes
  misdirected(request: IncomingMessage): Misdirected | undefined
}

/** Creates the table of the accounts that a server is configured to serve. */
export const createAccountTable = (names: readonly [string, ...string[]]): AccountTable => {
  const [first] = names
  const opened = new Map<string, AccountRoutes>()
  const misdirected = new WeakMap<IncomingMessage, Misdirected>()
  return {
    first,
    names,
    open(account, routes) {
      opened.set(account, routes)
      return () => {
        if (opened.get(account) === routes) opened.delete(account)
      }
    },
    choose(request) {
      const account = takeAccount(request) ?? first
      const routes = opened.get(account)
      if (routes) return routes
      misdirected.set(request, { account, reason: names.includes(account) ? 'CLOSED' : 'UNKNOWN' })
      return opened.get(first) ?? UNOPENED
    },
    misdirected: (request) => misdirected.get(request),
  }
}

/** Ends a request that arrives before any routes are open. */
const UNOPENED: AccountRoutes = {
  handle: (_request, response) => void response.writeHead(503).end(),
  repeatedReads: { answer: () => false },
}

/** Returns the account named by header and query; both must agree. */
const takeAccount = (request: IncomingMessage): string | undefined => {
  const header = request.headers[ACCOUNT_HEADER]
  const query = takeFromQuery(request)
  const named = typeof header === 'string' ? header : undefined
  return named !== undefined && query !== undefined && named !== query ? `${named}, ${query}` : (named ?? query)
}

const IN_QUERY = /([?&])account=([^&]*)(&?)/

const takeFromQuery = (request: IncomingMessage): string | undefined => {
  const { url = '' } = request
  const [found, lead, account, more] = url.includes('account=') ? (IN_QUERY.exec(url) ?? []) : []
  if (found === undefined) return undefined
  request.url = url.replace(found, more ? (lead ?? '') : '')
  return account
}
