/** Authentication of a stream connection with a first or renewed token. */

import { STREAM_LIMITS } from '../../contract/stream/limits.ts'
import type { AuthRefusal } from '../identity/authenticate.ts'
import { rolesAnywhere } from '../identity/grants.ts'
import type { Principal } from '../identity/session.ts'
import { type Connection, end, send } from './connection.ts'

/**
 * Verifies a token and acknowledges it, or ends the connection. Requests received meanwhile are held; `then` processes
 * them.
 */
export const authenticate = (connection: Connection, { token, id }: PresentedToken, then: () => void): void => {
  connection.held ??= []
  connection.parts
    .authenticate(token)
    .then((result) => {
      if (connection.ended) return
      if (!result.ok) return refuseToken(connection, result.error)
      if (take(connection, result.value, id)) then()
    })
    .catch(() => end(connection, 1011))
}

interface PresentedToken {
  readonly token: string
  /** ID of the request; null if there was none. */
  readonly id: string | null
}

const REFUSALS: Record<AuthRefusal['kind'], string> = {
  invalidToken: 'The token is not valid.',
  tokenNotYetValid: 'The token is not valid yet: the clock of the server was set back.',
  tokenExpired: 'The token has expired.',
  sessionRevoked: 'The session of the token has ended.',
}

const refuseToken = (connection: Connection, { kind }: AuthRefusal): void => {
  if (!connection.parts.isOneTooMany()) return end(connection, 4401, REFUSALS[kind])
  end(connection, 4429, 'Too many invalid tokens from this address. Wait a minute.')
}

const take = (connection: Connection, principal: Principal, id: string | null): boolean => {
  const { principal: before, parts } = connection
  const { username, tokenExpiresAt } = principal
  if (before && before.userId !== principal.userId) end(connection, 4403)
  else if (!before && !parts.admits(principal)) {
    end(connection, 4429, `${username} has ${STREAM_LIMITS.connectionsPerUser} connections already.`)
  }
  if (connection.ended) return false
  connection.principal = principal
  connection.expiryNotified = false
  send(connection, {
    type: 'ack',
    id,
    op: 'auth',
    data: { username, roles: [...rolesAnywhere(principal)], tokenExpiresAtMs: tokenExpiresAt },
  })
  return true
}
