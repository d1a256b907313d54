const { existsSync } = require('node:fs')

const test = '\\.test\\.ts$'

/** Pattern of these files; throws when one of them is missing, so that renaming a file cannot disable a rule. */
const files = (...paths) => {
  const missing = paths.find((path) => !existsSync(path))
  if (missing !== undefined) throw new Error(`a layer rule names ${missing}, which does not exist`)
  return paths.map((path) => `^${path.replaceAll('.', '\\.')}$`).join('|')
}

/** Raises the authority of the engine: resumes, clears a stop, grants live trading. Reserved for the host. */
const HOST_DESK = 'server/engine/desks/host-desk.ts'

/** One rule a line: who may not see whom. The direction of the layers is explained in docs/ARCHITECTURE.md. */
const rule = (name, from, to) => ({ name, severity: 'error', from, to })

module.exports = {
  forbidden: [
    rule('no-cycles', {}, { circular: true }),
    rule('contract-stands-alone', { path: '^contract/', pathNot: test }, { path: '^(server|console|client)/' }),
    rule(
      'core-is-the-floor',
      { path: '^server/core/', pathNot: test },
      { path: '^(server|contract)/', pathNot: '^server/core/' },
    ),
    rule(
      'core-uses-no-library',
      { path: '^server/core/', pathNot: test },
      { pathNot: '^server/core/|^(node:)?crypto$' },
    ),
    rule('domain-is-pure', { path: '^server/domain/', pathNot: test }, { pathNot: '^server/(domain|core)/' }),
    rule(
      'engine-sees-ports-only',
      { path: '^server/engine/', pathNot: test },
      { pathNot: '^server/(engine|domain|core)/' },
    ),
    rule(
      'scaled-mode-sees-the-engine',
      { path: '^server/scaled/', pathNot: test },
      { path: '^server/', pathNot: '^server/(scaled|engine|domain|core)/' },
    ),
    rule(
      'research-drives-the-engine',
      { path: '^server/research/', pathNot: test },
      { path: '^(server|contract)/', pathNot: '^server/(research|engine|domain|core)/' },
    ),
    rule(
      'identity-sees-core-only',
      { path: '^server/identity/', pathNot: test },
      { path: '^(server|contract)/', pathNot: '^server/(identity|core)/|^contract/roles\\.ts$' },
    ),
    rule(
      'views-read-only',
      { path: '^server/views/', pathNot: test },
      { path: '^server/', pathNot: '^server/(views|engine|domain|core)/' },
    ),
    rule(
      'monitor-judges-what-it-is-given',
      { path: '^server/monitor/', pathNot: test },
      { path: '^server/', pathNot: '^server/(monitor|domain|core)/' },
    ),
    rule(
      'monitor-uses-no-library-at-run-time',
      { path: '^server/monitor/', pathNot: test },
      { pathNot: '^(server|contract)/|node_modules/typebox/|^(node:)?crypto$' },
    ),
    rule(
      'messenger-reads-reports-only',
      { path: '^server/messenger/', pathNot: test },
      { path: '^server/', pathNot: '^server/(messenger|monitor|domain|core)/' },
    ),
    rule(
      'evidence-reads-only',
      { path: '^server/evidence/', pathNot: test },
      { path: '^server/', pathNot: '^server/((evidence|monitor|views|engine|identity|domain|core)/|project\\.ts$)' },
    ),
    rule(
      'evidence-knows-no-desk',
      { path: '^server/evidence/', pathNot: test },
      { path: '^server/engine/(desks|run)/' },
    ),
    rule(
      'monitor-cannot-act',
      { path: '^server/(monitor|evidence)/', pathNot: test },
      // Adapters, host and HTTP cannot be reached: no layer that these see may import them, directly or not.
      { path: `^server/engine/run/|${files(HOST_DESK)}`, reachable: true },
    ),
    rule(
      'http-serves-views',
      { path: '^server/http/', pathNot: test },
      {
        path: '^server/',
        pathNot:
          '^server/((http|views|identity|domain|core)/|engine/(desks/(control|order)-desk|model/(events|facts))\\.ts$)',
      },
    ),
    rule(
      'http-knows-the-desk-by-type-only',
      { path: '^server/http/', pathNot: test },
      { path: '^server/engine/', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'http-sees-nothing-of-control',
      { path: '^server/(http|ws)/' },
      { path: `^server/engine/control/|${files(HOST_DESK)}` },
    ),
    rule(
      'nothing-http-reaches-raises-authority',
      { path: '^server/(http|ws)/', pathNot: test },
      {
        path: files(
          HOST_DESK,
          'server/engine/control/resume.ts',
          'server/engine/control/hand-back.ts',
          'server/engine/run/step.ts',
        ),
        reachable: true,
      },
    ),
    rule(
      'stream-reads-views',
      { path: '^server/ws/', pathNot: test },
      {
        path: '^server/',
        pathNot:
          '^server/((ws|views|identity|domain|core)/|http/(security/(headers|window-limiter)|input/schemas)\\.ts$|engine/(state/batch|model/(events|facts|ports))\\.ts$)',
      },
    ),
    rule(
      'stream-knows-the-engine-by-type-only',
      { path: '^server/ws/', pathNot: test },
      { path: '^server/engine/', pathNot: '^server/engine/state/batch\\.ts$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'adapters-do-not-meet',
      { path: '^server/adapters/((?:exchanges/)?[^/]+)/', pathNot: test },
      { path: '^server/adapters/', pathNot: '^server/adapters/($1|net|exchanges/clearing)/' },
    ),
    rule(
      'adapters-serve-ports',
      { path: '^server/adapters/', pathNot: test },
      {
        path: '^(server|contract)/',
        pathNot:
          '^server/(adapters|engine|identity|domain|core|research/data)/|^server/(views|evidence|messenger|scaled|research)/ports\\.ts$',
      },
    ),
    rule(
      'only-the-app-knows-adapters',
      { path: '^(server|venue)/', pathNot: `^server/(main\\.ts|app/|adapters/)|^venue/local-exchange\\.ts|${test}` },
      { path: '^server/adapters/' },
    ),
    rule(
      'config-reads-settings-only',
      { path: '^server/config/', pathNot: test },
      { path: '^(server|venue)/', pathNot: '^server/(config|identity|domain|core)/' },
    ),
    rule(
      'the-local-exchange-is-no-part-of-the-server',
      { path: '^venue/', pathNot: test },
      { path: '^server/', pathNot: '^server/(adapters|domain|core)/|^server/engine/model/' },
    ),
    rule('documentation-stands-alone', { path: '^docs/' }, { path: '^(server|venue|contract|console|client)/' }),
    rule('client-stands-alone', { path: '^client/' }, { path: '^(server|contract|console)/' }),
    rule(
      'console-knows-the-contract-and-the-indicators',
      { path: '^console/' },
      { path: '^server/', pathNot: '^server/domain/signal/(indicators/|bar\\.ts$)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'types', 'default'] },
  },
}
