import { type Client, type Credentials, type components, createClient, type StreamState } from '@plimsoll/client'
import type { QueryClient } from '@tanstack/react-query'
import { recallAccount } from '../fleet/chosen-account.ts'
import { createLive, type Live } from '../live/live.ts'
import { t } from '../messages/messages.ts'
import { forget, keep, recall } from '../preferences/storage.ts'
import { createQueries } from '../rest/queries.ts'
import { createSentRequests, type SentRequests } from '../rest/sent-requests.ts'
import { createCell } from './cell.ts'
import { createUserReportingFetch, type Identified } from './user-reporting-fetch.ts'

/**
 * Session of the console: login, logout, and the client and live data of the signed-in user. The access token is only
 * in memory, the refresh token in a cookie that scripts cannot read.
 */
export interface Session {
  readonly state: SessionState
  subscribe(listener: () => void): () => void
  /** Resolves once the server has accepted the credentials; the console then opens as with an earlier session. */
  logIn(credentials: Credentials): Promise<void>
  logOut(): Promise<void>
  /** Works whenever the browser keeps a session, including while the console is still opening. */
  emergencyStop(): Promise<StopResult>
  /**
   * Discards the session before the server has ended it. The logout request is repeated when the console is next
   * opened.
   */
  forget(): void
}

type SessionState =
  /** Opening the session of the browser or of a login; `trouble` is the reason when more than one attempt is needed. */
  | { readonly name: 'restoring'; readonly trouble: string | null }
  /** `ended` is the reason a session is over, unless the user ended it. */
  | { readonly name: 'signedOut'; readonly ended: string | null }
  | ({ readonly name: 'signedIn' } & SignedIn)
  /** Signed out locally while the server ends the session; `error` is the reason the request failed. */
  | { readonly name: 'leaving'; readonly error: unknown }

type StopResult = components['schemas']['StopResult']
type Closed = Extract<StreamState, { name: 'closed' }>

/** Resources of a signed-in user. */
export interface SignedIn {
  readonly user: Identified['user']
  readonly inFleet: boolean
  /** How `plimsoll` is typed on the host. */
  readonly hostCommand: string
  /** Account of this tab; undefined where there is only one. */
  readonly account?: string
  readonly client: Client
  readonly live: Live
  /** Cache of REST data; discarded with the session. */
  readonly queries: QueryClient
  readonly sentRequests: SentRequests
}

/** Browser storage key, set until the server has ended a session that was removed locally. */
const FORGOTTEN = 'plimsoll.forgotten'

export const createSession = (): Session => {
  const state = createCell<SessionState>({ name: 'restoring', trouble: null })
  const { become } = state
  let identified: Identified | undefined
  const open = (): Client =>
    openClient(({ user, inFleet, hostCommand }) => {
      identified = { user, inFleet, hostCommand }
      if (state.value.name === 'signedIn') become({ ...state.value, ...identified })
    })
  const onState = (client: Client, stream: StreamState): void => {
    if (client !== current || state.value.name === 'leaving') return
    if (stream.name === 'open') enter(client)
    if (stream.name === 'closed') leave(stream)
  }
  const leave = ({ retryInMs, reason }: Closed): void => {
    const { name } = state.value
    const isForGood = retryInMs === null
    if (name === 'signedIn' && !isForGood) return
    if (name === 'restoring' && !isForGood)
      return become({ name, trouble: reason || t('The connection could not be established.') })
    end(name === 'restoring' && !identified ? null : reason)
  }
  const enter = (client: Client): void => {
    if (state.value.name === 'signedIn' || !identified) return
    const queries = createQueries()
    const live = createLive(client.stream, () => void queries.invalidateQueries())
    become({ name: 'signedIn', ...identified, client, live, queries, sentRequests: createSentRequests() })
  }
  const follow = (client: Client): void => {
    client.stream.watch((event) => {
      if (event.kind === 'state') onState(client, event.state)
    })
  }
  const end = (ended: string | null): void => {
    const { stream } = current
    identified = undefined
    current = open()
    become({ name: 'signedOut', ended })
    stream.close()
  }
  let current = open()
  const restore = (): void => {
    if (recall(FORGOTTEN) === null) return follow(current)
    const goOn = (): void => end(null)
    current
      .logout()
      .then(() => forget(FORGOTTEN))
      .then(goOn, goOn)
  }
  restore()
  return {
    get state() {
      return state.value
    },
    subscribe: state.subscribe,
    async logIn(credentials) {
      await current.login(credentials)
      forget(FORGOTTEN)
      become({ name: 'restoring', trouble: null })
      follow(current)
    },
    async logOut() {
      become({ name: 'leaving', error: undefined })
      await current.logout().then(
        () => end(null),
        (error: unknown) => become({ name: 'leaving', error }),
      )
    },
    emergencyStop: () => current.emergencyStop({ reason: 'Emergency stop in the console' }),
    forget() {
      keep(FORGOTTEN, 'yes')
      end(null)
    },
  }
}

const openClient = (onSignedIn: (signedIn: Identified) => void): Client =>
  createClient({
    ...chosenAccount(),
    baseUrl: location.origin,
    cookie: true,
    fetch: createUserReportingFetch(onSignedIn),
  })

const chosenAccount = (): { readonly account?: string } => {
  const account = recallAccount()
  return account === undefined ? {} : { account }
}
