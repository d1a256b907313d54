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
    description: 'Of name, NUL, content, NUL of every file but this, in order of their names',
  }),
  routes: Type.Array(
    Type.Object({
      path: Type.String({ description: 'As the console’s own router has it', examples: ['/positions/:id'] }),
      component: Type.String(),
      roles: Type.Array(Role, { description: 'Whom the console shows it to' }),
      api: Type.Array(
        Type.Object({
          method: Type.String({ examples: ['GET'] }),
          path: Type.String({ description: 'As the server registers it', examples: ['/api/v381/trading/positions'] }),
        }),
        { description: 'Every call it makes through the typed client' },
      ),
    }),
  ),
  inlineScripts: Type.Integer(),
  assets: Type.Array(
    Type.Object({
      path: Type.String(),
      integrity: Nullable(Type.String(), 'As declared by the page that loads it; null when it declares none'),
    }),
  ),
})
export type ConsoleManifest = Static<typeof ConsoleManifest>
