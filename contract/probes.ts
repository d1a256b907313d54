/** Wire types of the health and readiness probes, and of the keys that verify tokens. */

import { type Static, Type } from 'typebox'

/** Liveness response: the process is running. */
export const Health = Type.Object({ status: Type.Literal('UP') })
export type Health = Static<typeof Health>

/** Readiness of the server, and the conditions that are not met yet. */
export const Readiness = Type.Object({
  status: Type.Enum(['READY', 'NOT_READY']),
  checks: Type.Array(Type.Object({ name: Type.String(), ok: Type.Boolean(), detail: Type.String() })),
})
export type Readiness = Static<typeof Readiness>

export const Jwks = Type.Object({
  keys: Type.Array(
    Type.Object({
      kty: Type.String(),
      crv: Type.String(),
      x: Type.String(),
      kid: Type.String(),
      alg: Type.String(),
      use: Type.String(),
    }),
  ),
})
export type Jwks = Static<typeof Jwks>
