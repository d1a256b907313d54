import { closeListenKey, type ListenKeys, renewListenKey, takeListenKey } from '../stream/listen-keys.ts'
import { Refused } from './errors.ts'
import type { Route } from './route.ts'

/** The key of the account stream; all requests get the same one. */
export const listenKeyRoutes = (keys: ListenKeys): readonly Route[] => {
  const route = (method: Route['method'], answer: Route['answer']): Route => ({
    method,
    path: '/fapi/v1/listenKey',
    weight: 1,
    security: 'KEY',
    answer,
  })
  return [
    route('POST', () => ({ listenKey: takeListenKey(keys) })),
    route('PUT', () => {
      if (!renewListenKey(keys)) throw new Refused('-1125')
      return { listenKey: keys.key }
    }),
    route('DELETE', () => {
      closeListenKey(keys)
      return {}
    }),
  ]
}
