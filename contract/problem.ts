/** Error responses of the API by RFC 9457: schema, and catalogue of problem types with status, title and remedy. */

import { type Static, Type } from 'typebox'

/** Error response by RFC 9457, served as `application/problem+json`. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'URL of the documentation of this problem type' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: '`urn:uuid:` and the request ID' }),
    code: Type.String({ description: 'Stable, for programs' }),
    requestId: Type.String(),
    retryable: Type.Boolean({ description: 'Whether the same request may succeed later' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          in: Type.Enum(['body', 'path', 'query', 'header']),
          pointer: Type.String({ description: 'JSON pointer (RFC 6901) into the named part of the request' }),
          code: Type.String(),
          detail: Type.String(),
        }),
      ),
    ),
  },
  { additionalProperties: true },
)
export type Problem = Static<typeof Problem>

interface ProblemKind {
  /** URL of a type registered elsewhere; others are derived from the slug, below `/api-docs/problems/`. */
  readonly type?: string
  readonly status: number
  readonly title: string
  readonly retryable: boolean
  /** Action for the caller. */
  readonly remedy: string
}

/** Every problem type of the API, by the last part of its `type`. */
export const PROBLEMS = {
  'malformed-request': {
    status: 400,
    title: 'The request cannot be read',
    retryable: false,
    remedy: 'Send valid JSON of the documented shape, at most 16 levels deep.',
  },
  'invalid-parameter': {
    status: 400,
    title: 'A parameter is not allowed',
    retryable: false,
    remedy:
      'Each entry of `errors` contains the pointer of a parameter and its requirement. Unknown and repeated parameters are refused.',
  },
  'invalid-cursor': {
    status: 400,
    title: 'The cursor is not valid for this list',
    retryable: false,
    remedy: 'Send `nextCursor` unchanged, with the same filters; omit it to start from the beginning.',
  },
  'unknown-account': {
    status: 400,
    title: 'The account is not available to this caller',
    retryable: false,
    remedy:
      'Name one of `accounts` in the header `Plimsoll-Account`. On the host, `plimsoll user set NAME --grant ACCOUNT=ROLE` grants a role on an account.',
  },
  unauthenticated: {
    status: 401,
    title: 'A bearer token is required',
    retryable: false,
    remedy:
      'Log in at POST /api/auth/login, or create a token on the host with `plimsoll token`, and send it as `Authorization: Bearer …`.',
  },
  'invalid-token': {
    status: 401,
    title: 'The bearer token is not valid',
    retryable: false,
    remedy: 'Log in again, or create a new token on the host.',
  },
  'token-expired': {
    status: 401,
    title: 'The token has expired',
    retryable: false,
    remedy: 'Get a new access token at POST /api/auth/refresh, or log in again.',
  },
  'session-revoked': {
    status: 401,
    title: 'The session has ended',
    retryable: false,
    remedy: 'Log in again. Logout, a changed password or role, and a disabled user end sessions immediately.',
  },
  'invalid-credentials': {
    status: 401,
    title: 'User name or password is wrong',
    retryable: false,
    remedy: 'Check user name and password. On the host, `plimsoll user passwd NAME` sets a new password.',
  },
  'password-expired': {
    status: 401,
    title: 'The generated password has expired',
    retryable: false,
    remedy: 'On the host, `plimsoll user passwd NAME` generates a new one, to be changed after the login.',
  },
  'second-factor-required': {
    status: 401,
    title: 'A two-factor code is required',
    retryable: false,
    remedy: 'Log in again with `code`: six digits of the authenticator app, or a recovery code.',
  },
  'invalid-second-factor': {
    status: 401,
    title: 'The code is wrong or was used before',
    retryable: false,
    remedy:
      'Wait for the next code of the app, and check the clock of its device. On the host, `plimsoll user reset-second-factor NAME` disables two-factor authentication.',
  },
  'password-mismatch': {
    status: 403,
    title: 'The current password is wrong',
    retryable: false,
    remedy: 'Send the current password. On the host, `plimsoll user passwd NAME` sets a new one.',
  },
  'second-factor-mismatch': {
    status: 403,
    title: 'The code is wrong or was used before',
    retryable: false,
    remedy: 'Wait for the next code of the app, and check the clock of its device.',
  },
  'password-change-required': {
    status: 403,
    title: 'The generated password must be changed',
    retryable: false,
    remedy:
      'POST /api/auth/password with the generated and a new password. Reading, pausing and stopping remain available.',
  },
  'second-factor-enrolment-required': {
    status: 403,
    title: 'The host requires two-factor authentication',
    retryable: false,
    remedy:
      'Enable it at POST /api/auth/second-factor, or in the console. Reading, pausing and stopping remain available.',
  },
  'insufficient-role': {
    status: 403,
    title: 'The role does not allow this',
    retryable: false,
    remedy: 'Use a user with one of the roles in `requiredAnyOf`.',
  },
  'foreign-origin': {
    status: 403,
    title: 'This origin may not open a stream',
    retryable: false,
    remedy:
      'Open it from a page of this server, or from a program. Behind a proxy, start the server with `--public-url`.',
  },
  'unknown-symbol': {
    status: 404,
    title: 'Instrument not found',
    retryable: false,
    remedy: 'GET /api/v381/market/instruments lists the available instruments.',
  },
  'order-not-found': {
    status: 404,
    title: 'Order not found',
    retryable: false,
    remedy: 'GET /api/v381/trading/orders lists the orders, also by `clientOrderId`.',
  },
  'position-not-found': {
    status: 404,
    title: 'Position not found',
    retryable: false,
    remedy: 'GET /api/v381/trading/positions lists the positions with their `id`.',
  },
  'candidate-not-found': {
    status: 404,
    title: 'Candidate not found',
    retryable: false,
    remedy: 'GET /api/autotrading/decisions lists the candidates of autotrading with their `candidateId`.',
  },
  'research-not-found': {
    status: 404,
    title: 'Run, search or job not found',
    retryable: false,
    remedy:
      'GET /api/v381/research/runs, /searches and /jobs list them. Run a backtest of an earlier version again for its equity and trades.',
  },
  'session-not-found': {
    status: 404,
    title: 'Session not found',
    retryable: false,
    remedy: 'GET /api/auth/sessions lists your own sessions.',
  },
  'not-found': {
    status: 404,
    title: 'Not found',
    retryable: false,
    remedy: 'Check the address against /api-docs.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'Method not allowed',
    retryable: false,
    remedy: 'The `Allow` header lists the methods of this address.',
  },
  'emergency-stop-latched': {
    status: 409,
    title: 'The emergency stop is engaged',
    retryable: false,
    remedy:
      'Only orders that reduce a position are accepted. The stop is cleared on the host, with `plimsoll stop clear`.',
  },
  'second-factor-state': {
    status: 409,
    title: 'Two-factor authentication is not in the required state',
    retryable: false,
    remedy:
      'GET /api/auth/account shows whether it is enabled. Start at POST /api/auth/second-factor; its secret is valid for 10 minutes.',
  },
  'duplicate-client-order-id': {
    status: 409,
    title: 'The clientOrderId is taken',
    retryable: false,
    remedy:
      'GET /api/v381/trading/order/{orderId} with `orderId` returns the order that uses it. Choose a new `clientOrderId` for a new order.',
  },
  'order-not-amendable': {
    status: 409,
    title: 'The order cannot be changed',
    retryable: false,
    remedy:
      'GET /api/v381/trading/order/{orderId} returns the order as it is now. If it has ended, place another one; stops and targets of a position are moved with PATCH sl-tp.',
  },
  'position-lifecycle-ended': {
    status: 409,
    title: 'The position has ended',
    retryable: false,
    remedy: 'Every position has its own `id`: GET /api/v381/trading/positions lists the open ones.',
  },
  'outcome-unknown-pending': {
    status: 409,
    title: 'The outcome of an earlier order is unknown',
    retryable: true,
    remedy: 'The exchange is being queried. Wait until that order is no longer OUTCOME_UNKNOWN.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'A request with this key is in progress',
    retryable: true,
    remedy: 'Repeat the request with the same key after `Retry-After`; it receives the response of the first.',
  },
  'research-queue-full': {
    status: 409,
    title: 'Too many jobs are queued',
    retryable: true,
    remedy: 'Wait for one to end, or cancel one: DELETE /api/v381/research/jobs/{jobId}.',
  },
  'precondition-failed': {
    status: 412,
    title: 'The resource has changed',
    retryable: false,
    remedy: 'Read it again, and send its current `version` in `If-Match`.',
  },
  'content-too-large': {
    status: 413,
    title: 'The body is too large',
    retryable: false,
    remedy: 'Send at most 64 KiB.',
  },
  'unsupported-media-type': {
    status: 415,
    title: 'The body is not JSON',
    retryable: false,
    remedy: 'Send `Content-Type: application/json`.',
  },
  'idempotency-key-reused': {
    status: 422,
    title: 'The idempotency key belongs to another request',
    retryable: false,
    remedy: 'Use a new `Idempotency-Key` for every new request; reuse it only to repeat the same one.',
  },
  'password-rejected': {
    status: 422,
    title: 'The new password is too weak',
    retryable: false,
    remedy: 'Choose 15 to 128 characters that are no common password, such as a few words that are hard to guess.',
  },
  'pre-trade-rejected': {
    status: 422,
    title: 'The order failed a pre-trade check',
    retryable: false,
    remedy:
      'Each entry of `gates` contains the observed value and the limit. POST /api/v381/trading/order/preview returns all gates without placing anything. A repeat is a new request with its own key; its `clientOrderId` can be reused.',
  },
  'exchange-rejected': {
    status: 422,
    title: 'The exchange refused the order',
    retryable: false,
    remedy: 'No order is open at the exchange. `exchange` contains its reason.',
  },
  'protection-removal-forbidden': {
    status: 422,
    title: 'The stop of an open position cannot be removed',
    retryable: false,
    remedy: 'Move the stop with PATCH /api/v381/trading/positions/{id}/sl-tp, or close the position.',
  },
  'research-refused': {
    status: 422,
    title: 'The backtest cannot be run',
    retryable: false,
    remedy: 'Correct what `detail` names. GET /api/v381/research/data lists strategies, parameters and stored history.',
  },
  'would-increase-risk': {
    status: 422,
    title: 'The change would increase risk',
    retryable: false,
    remedy: 'Choose a stop, target or quantity within the limit.',
  },
  'upgrade-required': {
    status: 426,
    title: 'The stream is a WebSocket',
    retryable: false,
    remedy: 'Open it with a WebSocket client, over wss: or ws:. /api-docs/streams describes how.',
  },
  'quota-exceeded': {
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    status: 429,
    title: 'Too many requests',
    retryable: true,
    remedy: 'Wait for the time in `Retry-After`. `RateLimit` on every response contains the remaining requests.',
  },
  'login-throttled': {
    status: 429,
    title: 'Too many failed logins',
    retryable: true,
    remedy:
      'Wait for the time in `Retry-After`. Open sessions keep working, and failures elsewhere do not count at an address you have logged in from before.',
  },
  'internal-error': {
    status: 500,
    title: 'Internal server error',
    retryable: false,
    remedy: 'Search the server log for the request ID to find the cause.',
  },
  'market-data-unavailable': {
    status: 503,
    title: 'Nothing has been observed yet',
    retryable: true,
    remedy: 'Retry after `Retry-After`; /readyz shows whether market data is current.',
  },
  'research-unavailable': {
    status: 503,
    title: 'Research is not available on this server',
    retryable: false,
    remedy: 'Use the server of the engine, or run `plimsoll backtest` on a host with history.',
  },
  'not-ready': {
    status: 503,
    title: 'The server is busy or not ready',
    retryable: true,
    remedy: 'Retry after `Retry-After`; /readyz shows what is missing.',
  },
  'misdirected-request': {
    status: 421,
    title: 'The host name is not allowed',
    retryable: false,
    remedy:
      'Use the public address of the server. On the host, `--public-url` and `--allowed-hosts` set the allowed host names.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    retryable: true,
    remedy: 'Send the whole request without pauses; its header must arrive within 5 s.',
  },
  'header-too-large': {
    status: 431,
    title: 'The request header is too large',
    retryable: false,
    remedy: 'Send a header of at most 16 KiB.',
  },
  'too-many-connections': {
    status: 503,
    title: 'Too many connections',
    retryable: true,
    remedy: 'Try again later, and close unused connections.',
  },
  'shutting-down': {
    status: 503,
    title: 'The server is shutting down',
    retryable: true,
    remedy: 'Retry when it is available again.',
  },
} as const satisfies Record<string, ProblemKind>

export type ProblemSlug = keyof typeof PROBLEMS

export const problemKind = (slug: ProblemSlug): ProblemKind => PROBLEMS[slug]
