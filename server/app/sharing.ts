/**
 * Opens stop switch, lease and journal of an engine: from the shared store for a shared account, otherwise local ones.
 */

import { openStopFile, stopFileIn } from '../adapters/store/stop-file.ts'
import { type Lease, PERMANENT_LEASE } from '../engine/model/ports.ts'
import { createStopSwitch, type StopSwitch } from '../engine/state/stop-switch.ts'
import type { OpenControl } from './control.ts'
import type { Books, SharedJournal } from './engine-state.ts'
import type { ActiveShare } from './shared-store.ts'
import { createStopRows, watchStopRows } from './stop-rows.ts'

/** Parts of an engine that depend on whether its account is shared. */
export interface Sharing {
  readonly stopSwitch: StopSwitch
  readonly lease: Lease
  readonly journal: SharedJournal | undefined
  /** Engages the stop before the first order for an open stop of the account or an uncertain takeover. */
  adoptStops(control: OpenControl): Promise<void>
  /** Keeps the engine's and the account's emergency stop in sync while the engine runs. */
  watchStops(engine: { readonly books: Books; readonly control: OpenControl }, resources: AsyncDisposableStack): void
}

const NONE: Omit<Sharing, 'stopSwitch'> = {
  lease: PERMANENT_LEASE,
  journal: undefined,
  adoptStops: async () => {},
  watchStops: () => {},
}

export const openSharing = (
  shared: ActiveShare | undefined,
  { dataDir, monotonic }: { readonly dataDir: string; readonly monotonic: () => number },
): Sharing => {
  const stopSwitch = createStopSwitch(openStopFile(stopFileIn(dataDir)))
  if (!shared) return { ...NONE, stopSwitch }
  const { stops, heldLease, isUnsure } = shared
  const rows = createStopRows({ stops, stopSwitch, epoch: heldLease.epoch })
  return {
    stopSwitch,
    lease: heldLease,
    journal: { store: shared, onStop: rows.take, monotonic },
    async adoptStops(control) {
      await rows.read()
      if (isUnsure) control.engageFor('TAKEOVER_UNSURE', UNSURE)
    },
    watchStops: ({ books, control }, resources) =>
      resources.defer(watchStopRows(rows, { books: books.state.ledger, desk: control.desk, notices: shared.notices })),
  }
}

const UNSURE =
  'The last engine of this account stopped responding while this host could not observe it, so it may have an emergency stop that is unknown here.'
