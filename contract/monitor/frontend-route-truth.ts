/** Report of a monitor surface: whether the built console matches the routes and roles of the server. */

import { Type } from 'typebox'
import { Role } from '../auth.ts'
import { At, Nullable } from '../common.ts'
import { Sha256 } from '../signals.ts'
import { surfaceContract } from './surface.ts'

const RequiredApi = Type.Object({
  method: Type.String(),
  path: Type.String({ description: 'Path as registered by the server' }),
  declaredByServer: Type.Boolean(),
  effect: Nullable(Type.String(), 'Null when the server does not have it'),
  rolesAnyOf: Type.Array(Role, { description: 'Roles that may call it; all roles when none is required' }),
  probeStatus: Nullable(
    Type.Integer(),
    'Response to a caller without a token, requested within the process: 401 when it is protected. Null for writes, for routes with a parameter, and when it was not requested recently',
  ),
})

const ConsoleRoute = Type.Object({
  path: Type.String(),
  component: Nullable(Type.String(), 'Null when the console does not declare it'),
  declaredInBundle: Type.Boolean(),
  servedStatus: Nullable(Type.Integer(), 'Null when it has a parameter or was not requested recently'),
  requiredApi: Type.Array(RequiredApi),
  rolesShownInUi: Type.Array(Role),
  state: Type.Enum([
    'MATCHED',
    'DECLARED_NOT_SERVED',
    'SERVED_NOT_DECLARED',
    'API_MISSING',
    'METHOD_MISMATCH',
    'ROLE_MISMATCH',
    'PROBE_FAILED',
  ]),
})

export const frontendRouteTruth = surfaceContract({
  surface: 'frontend-route-truth',
  label: 'Console',
  question: 'whether the console matches the server',
  isAssessment: true,
  verdicts: { BROKEN: 'CRITICAL', INSUFFICIENT_EVIDENCE: 'WARN', DRIFT: 'WARN', IN_SYNC: 'OK' },
  data: Type.Object({
    console: Nullable(
      Type.Object({
        bundleDigest: Type.Unsafe<string>({ ...Sha256, description: 'Computed from the files on disk' }),
        declaredDigest: Type.Unsafe<string>({ ...Sha256, description: 'Declared in the build manifest' }),
        builtAt: At,
        manifestRoutes: Type.Integer(),
      }),
      'Null while no console has been built',
    ),
    routes: Type.Array(ConsoleRoute),
    orphanApi: Type.Array(Type.Object({ method: Type.String(), path: Type.String() }), {
      description: 'Routes that no page of the console calls; informational, not a defect',
    }),
    csp: Nullable(
      Type.Object({
        header: Nullable(Type.String(), 'Header of the first page'),
        inlineScripts: Type.Integer(),
      }),
    ),
    sri: Nullable(Type.Object({ assets: Type.Integer(), withIntegrity: Type.Integer() })),
  }),
})
