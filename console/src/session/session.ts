import { type Client, type Credentials, createClient, type StreamState } from '@plimsoll/client'
import { createLive, type Live } from '../live/live.ts'
import { createTellingFetch, type User } from './telling-fetch.ts'

/** What one who is signed in has. */
export interface SignedIn {
  readonly user: User
  readonly client: Client
  readonly live: Live
}

type SessionState =
  /** It is being found out whether the browser keeps a session from before. */
  | { readonly name: 'restoring' }
  /** `ended` says why a session is over that nobody has ended here. */
  | { readonly name: 'signedOut'; readonly ended: string | null }
  | ({ readonly name: 'signedIn' } & SignedIn)

type Closed = Extract<StreamState, { name: 'closed' }>

/** Who uses the console. The access token is in memory alone, the refresh token in a cookie that no script can read. */
export interface Session {
  readonly state: SessionState
  subscribe(listener: () => void): () => void
  logIn(credentials: Credentials): Promise<void>
  logOut(): Promise<void>
}

export const createSession = (): Session => {
  const listeners = new Set<() => void>()
  let state: SessionState = { name: 'restoring' }
  let user: User | undefined
  /** Logging out: that its stream ends is no news. */
  let leaving: Client | undefined
  const become = (next: SessionState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  const open = (): Client =>
    createClient({
      baseUrl: location.origin,
      cookie: true,
      fetch: createTellingFetch((told) => {
        user = told
        if (state.name === 'signedIn') become({ ...state, user: told })
      }),
    })
  const onState = (client: Client, stream: StreamState): void => {
    if (client !== current || client === leaving) return
    if (stream.name === 'open') enter(client)
    if (stream.name === 'closed') leave(client, stream)
  }
  const leave = (client: Client, { retryInMs, reason }: Closed): void => {
    const isForGood = retryInMs === null
    if (state.name === 'signedIn' && !isForGood) return
    end(state.name === 'restoring' && isForGood ? null : reason)
    client.stream.close()
  }
  const enter = (client: Client): void => {
    if (state.name === 'signedIn' || !user) return
    become({ name: 'signedIn', user, client, live: createLive(client.stream) })
  }
  const follow = (client: Client): void => {
    client.stream.watch((event) => {
      if (event.kind === 'state') onState(client, event.state)
    })
  }
  const end = (ended: string | null): void => {
    user = undefined
    current = open()
    become({ name: 'signedOut', ended })
  }
  let current = open()
  follow(current)
  return {
    get state() {
      return state
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async logIn(credentials) {
      await current.login(credentials)
      follow(current)
    },
    async logOut() {
      const client = current
      leaving = client
      try {
        await client.logout()
        end(null)
        client.stream.close()
      } finally {
        leaving = undefined
      }
    },
  }
}
