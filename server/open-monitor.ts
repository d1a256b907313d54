import { fileURLToPath } from 'node:url'
import type { Logger } from 'pino'
import { type Books, tradingReader } from './books.ts'
import { buildDigest } from './build-digest.ts'
import type { LoadedConstitution } from './constitution-file.ts'
import type { ControlRoom } from './control-room.ts'
import type { MakeId } from './core/id.ts'
import type { Clock } from './engine/ports.ts'
import { SURFACES } from './monitor/surfaces/index.ts'
import { createMonitor, type Monitor } from './truth/monitor.ts'
import { openTruth } from './truth/open-truth.ts'
import { READERS } from './truth/readers/index.ts'
import type { ControlViews } from './views/control-views.ts'

export interface MonitorParts {
  readonly books: Books
  readonly control: ControlRoom
  readonly controlViews: ControlViews
  readonly limits: LoadedConstitution
  readonly clock: Clock
  readonly ids: MakeId
  readonly logger: Logger
  readonly resources: AsyncDisposableStack
}

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Opens what looks at the running platform and says how it is. It looks beside everything else, and changes nothing. */
export const openMonitor = (parts: MonitorParts): Monitor => {
  const { books, control, controlViews, limits, clock, ids, logger, resources } = parts
  const { state, store } = books
  const truth = openTruth({
    sources: {
      state,
      store,
      trading: tradingReader(books, clock),
      control: controlViews,
      memory: control.memory,
      audit: () => control.audit.state(),
      constitution: limits,
      buildDigest: buildDigest(ROOT),
      bootedAtMs: clock(),
      now: clock,
    },
    readers: READERS,
    ids,
    onFailure: (input, err) => logger.warn({ err, input }, 'evidence for the monitor could not be read'),
  })
  const looking = new AbortController()
  truth.begin(looking.signal)
  resources.defer(() => looking.abort())
  return createMonitor(truth, SURFACES)
}
