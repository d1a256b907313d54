// Made by `npm run generate:client`. What it is made from is in contract/.

export const REMEDIES = {
  "MALFORMED_REQUEST": "Send valid JSON of the documented shape, at most 16 levels deep.",
  "INVALID_PARAMETER": "Each entry of `errors` names a parameter by its pointer and what it must be. Unknown and repeated ones are refused.",
  "INVALID_CURSOR": "Send `nextCursor` as it was given, with the same filters; leave it out to begin anew.",
  "UNAUTHENTICATED": "Log in at POST /api/auth/login, or make a token on the host with `plimsoll token`, and send it as `Authorization: Bearer …`.",
  "INVALID_TOKEN": "Log in again, or make a new token on the host.",
  "TOKEN_EXPIRED": "Get a new access token at POST /api/auth/refresh, or log in again.",
  "SESSION_REVOKED": "Log in again. Logout, a changed password or role, and a disabled user end sessions at once.",
  "INVALID_CREDENTIALS": "Check both. On the host, `plimsoll user passwd NAME` sets a new password.",
  "INSUFFICIENT_ROLE": "Use a user with one of the roles in `requiredAnyOf`.",
  "FOREIGN_ORIGIN": "Open it from a page of this server, or from a program. Behind a proxy, start the server with `--public-url`.",
  "UNKNOWN_SYMBOL": "GET /api/v381/market/instruments lists what is traded here.",
  "ORDER_NOT_FOUND": "GET /api/v381/trading/orders lists the orders, also by `clientOrderId`.",
  "POSITION_NOT_FOUND": "GET /api/v381/trading/positions lists the positions with their `id`.",
  "CANDIDATE_NOT_FOUND": "GET /api/autotrading/decisions lists the entries autotrading thought of with their `candidateId`.",
  "NOT_FOUND": "Compare the address with /api-docs.",
  "METHOD_NOT_ALLOWED": "The `Allow` header lists the methods of this address.",
  "EMERGENCY_STOP_LATCHED": "Only orders that reduce a position are taken. The stop is cleared on the host, with `plimsoll stop clear`.",
  "DUPLICATE_CLIENT_ORDER_ID": "GET /api/v381/trading/order/{orderId} with `orderId` shows the order that has it. Name a new order anew.",
  "POSITION_LIFECYCLE_ENDED": "Every position has an `id` of its own: GET /api/v381/trading/positions tells those that are open.",
  "OUTCOME_UNKNOWN_PENDING": "It is being asked for. Wait until that order has left OUTCOME_UNKNOWN.",
  "IDEMPOTENCY_IN_PROGRESS": "Send the same request with the same key after `Retry-After`: it gets the answer of the first.",
  "PRECONDITION_FAILED": "Read it again, and send its present `version` in `If-Match`.",
  "CONTENT_TOO_LARGE": "Send at most 64 KiB.",
  "UNSUPPORTED_MEDIA_TYPE": "Send `Content-Type: application/json`.",
  "IDEMPOTENCY_KEY_REUSED": "Make a new `Idempotency-Key` for every new request; keep it only to repeat the same one.",
  "PRE_TRADE_REJECTED": "Each entry of `gates` tells what was observed and what the limit is. POST /api/v381/trading/order/preview shows all gates without placing anything. Sent again it is a new request with a key of its own; its `clientOrderId` is free.",
  "EXCHANGE_REJECTED": "Nothing stands at the exchange. `exchange` tells its reason.",
  "PROTECTION_REMOVAL_FORBIDDEN": "Move the stop with PATCH /api/v381/trading/positions/{id}/sl-tp, or close the position.",
  "WOULD_INCREASE_RISK": "Choose a stop, a target or a quantity within that bound.",
  "UPGRADE_REQUIRED": "Open it with a WebSocket client, over wss: or ws:. /api-docs/streams tells how.",
  "QUOTA_EXCEEDED": "Wait as long as `Retry-After` says. `RateLimit` tells on every answer how many requests are left.",
  "LOGIN_THROTTLED": "Wait as long as `Retry-After` says. Open sessions keep working, and failures elsewhere do not count at an address you have logged in from before.",
  "INTERNAL_ERROR": "The request id finds the cause in the server log.",
  "MARKET_DATA_UNAVAILABLE": "Ask again after `Retry-After`; /readyz tells whether the market is seen.",
  "NOT_READY": "Ask again after `Retry-After`; /readyz tells what is missing.",
  "TOO_MANY_CONNECTIONS": "Try again after a while, and close connections that nobody reads.",
  "SHUTTING_DOWN": "Ask again when it is back."
} as const

export const CLOSE_REMEDIES: Readonly<Record<number, string>> = {
  "1001": "Connect again, waiting longer after each attempt that fails.",
  "1009": "Subscribe to fewer channels with one message.",
  "1011": "Connect again; if it happens again, tell the operator.",
  "4400": "Compare it with /api-docs/streams.",
  "4401": "Get a new access token, connect again and send it with `auth` within 5 seconds.",
  "4403": "Use one connection for each user.",
  "4408": "Read what was missed over REST, connect again and subscribe to less.",
  "4429": "Wait, then connect again; put several channels into one message."
}

