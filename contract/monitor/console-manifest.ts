import { type Static, Type } from 'typebox'
import { Role } from '../auth.ts'
import { At, Nullable } from '../common.ts'
import { Sha256 } from '../signals.ts'

/**
 * Manifest that the console build writes beside its files, as `console/dist/manifest.json`: its pages, every call each
 * makes, and its files.
 */
export const ConsoleManifest = Type.Object({
  schemaVersion: Type.Literal('1.0.0'),
  builtAt: At,
  bundleDigest: Type.Unsafe<string>({
    ...Sha256,
    description: 'SHA-256 over name, NUL, content, NUL of every file except this one, sorted by name',
  }),
  routes: Type.Array(
    Type.Object({
      path: Type.String({ description: 'Path in the console’s router', examples: ['/positions/:id'] }),
      component: Type.String(),
      roles: Type.Array(Role, { description: 'Roles it is displayed to' }),
      api: Type.Array(
        Type.Object({
          method: Type.String({ examples: ['GET'] }),
          path: Type.String({
            description: 'Path as registered by the server',
            examples: ['/api/v381/trading/positions'],
          }),
        }),
        { description: 'API calls it makes' },
      ),
    }),
  ),
  inlineScripts: Type.Integer(),
  assets: Type.Array(
    Type.Object({
      path: Type.String(),
      integrity: Nullable(Type.String(), 'Declared by the page that loads it; null when it declares none'),
    }),
  ),
})
export type ConsoleManifest = Static<typeof ConsoleManifest>
