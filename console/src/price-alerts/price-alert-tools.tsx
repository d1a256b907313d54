import type { components } from '@plimsoll/client'
import { BellPlus } from 'lucide-react'
import { t } from '../messages/messages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Popover } from '../ui/popover.tsx'

interface Alerting {
  readonly instrument: Pick<components['schemas']['Instrument'], 'symbol' | 'tickSize'>
}

/** Button that opens the price alerts of an instrument, to add and remove them. */
export const PriceAlertTools = ({ instrument }: Alerting) => (
  <Popover
    button={<BellPlus aria-hidden="true" className="size-4" />}
    name={t('Price alerts')}
    look="tool-button"
    title={t('Price alerts')}
  >
    <PriceAlertList instrument={instrument} />
  </Popover>
)

const PriceAlertList = lazyComponent(async () => (await import('./price-alert-list.tsx')).PriceAlertList)
