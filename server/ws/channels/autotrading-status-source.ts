import type { AutotradingStatus } from '../../../contract/control.ts'
import { SECOND_MS } from '../../core/instant.ts'
import type { ControlViews } from '../../views/control-views.ts'
import type { LosslessSource } from '../source.ts'
import { toControlEvent } from './control-event.ts'

/** Publishes the status of autotrading: immediately after a fact has changed it, otherwise changes once a second. */
export const autotradingStatusSource = (control: Pick<ControlViews, 'status'>): LosslessSource => {
  let publishedSign: string | undefined

  const publish = (status: AutotradingStatus): string => {
    publishedSign = computeSign(status)
    return JSON.stringify(status)
  }

  return {
    delivery: 'LOSSLESS',
    snapshot() {
      const status = control.status()
      publishedSign ??= computeSign(status)
      return JSON.stringify(status)
    },
    onFacts: (facts) => (facts.some(toControlEvent) ? publish(control.status()) : undefined),
    passing: {
      everyMs: SECOND_MS,
      poll() {
        const status = control.status()
        return computeSign(status) === publishedSign ? undefined : publish(status)
      },
    },
  }
}

/** Fingerprint of the status, without the values that differ at every reading. */
const computeSign = ({ asOf: _asOf, lease, topBlockers, breakers, ...status }: AutotradingStatus): string =>
  JSON.stringify({
    ...status,
    epoch: lease.epoch,
    topBlockers: topBlockers.map(({ gateId, code, since }) => [gateId, code, since]),
    breakers: breakers.map(({ id, state, since }) => [id, state, since]),
  })
