import { STREAM_LIMITS } from '../../contract/stream/limits.ts'
import { type Connection, end, send } from './connection.ts'

/** Ends a client without a token in time or with an expired one, and warns a client whose token expires soon. */
export const tend = (connection: Connection): void => {
  const { principal, openedAtMs, parts } = connection
  if (!principal) {
    if (parts.monotonic() - openedAtMs >= STREAM_LIMITS.authWithinMs)
      end(connection, 4401, 'No token was shown within 5 seconds.')
    return
  }
  const nowMs = parts.now()
  const { tokenExpiresAt } = principal
  if (nowMs >= tokenExpiresAt) return end(connection, 4401, 'The token has expired.')
  if (connection.expiryNotified || tokenExpiresAt - nowMs > STREAM_LIMITS.expiryToldMs) return
  connection.expiryNotified = true
  send(connection, { type: 'event', data: { event: 'auth.expiring', tokenExpiresAtMs: tokenExpiresAt } })
}
