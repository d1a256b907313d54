import { type Static, Type } from 'typebox'

/** RFC 9457, served as `application/problem+json`. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'Address of the documentation of this kind of problem' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    instance: Type.String({ description: '`urn:uuid:` and the request id' }),
    code: Type.String({ description: 'Stable, for programs' }),
    requestId: Type.String(),
    retryable: Type.Boolean({ description: 'Whether the same request may succeed later' }),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          in: Type.Enum(['body', 'path', 'query', 'header']),
          pointer: Type.String({ description: 'RFC 6901, into the named part of the request' }),
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
  /** Registered elsewhere; ours lie below `/api-docs/problems/`. */
  readonly type?: string
  readonly status: number
  readonly title: string
  readonly retryable: boolean
  /** Action for the caller. */
  readonly remedy: string
}

/** Every kind of problem the API answers with, by the last part of its `type`. */
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
      'Each entry of `errors` names a parameter by its pointer and what it must be. Unknown and repeated ones are refused.',
  },
  'invalid-cursor': {
    status: 400,
    title: 'The cursor does not belong here',
    retryable: false,
    remedy: 'Send `nextCursor` as it was given, with the same filters; leave it out to begin anew.',
  },
  unauthenticated: {
    status: 401,
    title: 'A bearer token is needed',
    retryable: false,
    remedy:
      'Log in at POST /api/auth/login, or make a token on the host with `plimsoll token`, and send it as `Authorization: Bearer …`.',
  },
  'invalid-token': {
    status: 401,
    title: 'The bearer token is not valid',
    retryable: false,
    remedy: 'Log in again, or make a new token on the host.',
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
    remedy: 'Check both. On the host, `plimsoll user passwd NAME` sets a new password.',
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
    remedy: 'Send the password as it is now. On the host, `plimsoll user passwd NAME` sets a new one.',
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
    title: 'Pages of this origin may not open a stream',
    retryable: false,
    remedy:
      'Open it from a page of this server, or from a program. Behind a proxy, start the server with `--public-url`.',
  },
  'unknown-symbol': {
    status: 404,
    title: 'No such instrument',
    retryable: false,
    remedy: 'GET /api/v381/market/instruments lists what is traded here.',
  },
  'order-not-found': {
    status: 404,
    title: 'No such order',
    retryable: false,
    remedy: 'GET /api/v381/trading/orders lists the orders, also by `clientOrderId`.',
  },
  'position-not-found': {
    status: 404,
    title: 'No such position',
    retryable: false,
    remedy: 'GET /api/v381/trading/positions lists the positions with their `id`.',
  },
  'candidate-not-found': {
    status: 404,
    title: 'No such candidate',
    retryable: false,
    remedy: 'GET /api/autotrading/decisions lists the candidates of autotrading with their `candidateId`.',
  },
  'session-not-found': {
    status: 404,
    title: 'No such session',
    retryable: false,
    remedy: 'GET /api/auth/sessions lists your own sessions.',
  },
  'not-found': {
    status: 404,
    title: 'Nothing is here',
    retryable: false,
    remedy: 'Compare the address with /api-docs.',
  },
  'method-not-allowed': {
    status: 405,
    title: 'The method is not allowed here',
    retryable: false,
    remedy: 'The `Allow` header lists the methods of this address.',
  },
  'emergency-stop-latched': {
    status: 409,
    title: 'The emergency stop is engaged',
    retryable: false,
    remedy:
      'Only orders that reduce a position are taken. The stop is cleared on the host, with `plimsoll stop clear`.',
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
    remedy: 'GET /api/v381/trading/order/{orderId} with `orderId` shows the order that has it. Name a new order anew.',
  },
  'position-lifecycle-ended': {
    status: 409,
    title: 'The position has ended',
    retryable: false,
    remedy: 'Every position has an `id` of its own: GET /api/v381/trading/positions lists the open ones.',
  },
  'outcome-unknown-pending': {
    status: 409,
    title: 'The outcome of an earlier order is not known yet',
    retryable: true,
    remedy: 'Its status is being queried. Wait until that order has left OUTCOME_UNKNOWN.',
  },
  'idempotency-in-progress': {
    status: 409,
    title: 'A request with this key is being worked on',
    retryable: true,
    remedy: 'Send the same request with the same key after `Retry-After`: it gets the answer of the first.',
  },
  'precondition-failed': {
    status: 412,
    title: 'It has changed since it was read',
    retryable: false,
    remedy: 'Read it again, and send its present `version` in `If-Match`.',
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
    title: 'The key belongs to another request',
    retryable: false,
    remedy: 'Make a new `Idempotency-Key` for every new request; keep it only to repeat the same one.',
  },
  'password-rejected': {
    status: 422,
    title: 'The new password is not good enough',
    retryable: false,
    remedy:
      'Choose 8 to 128 characters, better 15 or more, not on a list of common passwords: a few words that are hard to guess.',
  },
  'pre-trade-rejected': {
    status: 422,
    title: 'A gate holds the order back',
    retryable: false,
    remedy:
      'Each entry of `gates` contains the observed value and the limit. POST /api/v381/trading/order/preview returns all gates without placing anything. A repeat is a new request with a key of its own; its `clientOrderId` can be reused.',
  },
  'exchange-rejected': {
    status: 422,
    title: 'The exchange refused the order',
    retryable: false,
    remedy: 'Nothing is open at the exchange. `exchange` contains its reason.',
  },
  'protection-removal-forbidden': {
    status: 422,
    title: 'An open position keeps its stop',
    retryable: false,
    remedy: 'Move the stop with PATCH /api/v381/trading/positions/{id}/sl-tp, or close the position.',
  },
  'would-increase-risk': {
    status: 422,
    title: 'It would increase the risk',
    retryable: false,
    remedy: 'Choose a stop, a target or a quantity within that bound.',
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
    remedy: 'Wait for the time in `Retry-After`. `RateLimit` on every response contains the number of requests left.',
  },
  'login-throttled': {
    status: 429,
    title: 'Too many failed log-ins',
    retryable: true,
    remedy:
      'Wait for the time in `Retry-After`. Open sessions keep working, and failures elsewhere do not count at an address you have logged in from before.',
  },
  'internal-error': {
    status: 500,
    title: 'The server failed',
    retryable: false,
    remedy: 'The request id finds the cause in the server log.',
  },
  'market-data-unavailable': {
    status: 503,
    title: 'Nothing has been observed yet',
    retryable: true,
    remedy: 'Retry after `Retry-After`; /readyz shows whether market data is current.',
  },
  'not-ready': {
    status: 503,
    title: 'The server is busy or not ready',
    retryable: true,
    remedy: 'Retry after `Retry-After`; /readyz shows what is missing.',
  },
  'misdirected-request': {
    status: 421,
    title: 'The host is not one of this server',
    retryable: false,
    remedy:
      'Use the address the server is published at. On the host, `--public-url` and `--allowed-hosts` name the hosts it answers to.',
  },
  'request-timeout': {
    status: 408,
    title: 'The request did not arrive in time',
    retryable: true,
    remedy: 'Send the whole request without pauses; its header must arrive within 5 s.',
  },
  'header-too-large': {
    status: 431,
    title: 'The header of the request is too large',
    retryable: false,
    remedy: 'Send a header of at most 16 KiB.',
  },
  'too-many-connections': {
    status: 503,
    title: 'There are too many connections',
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
