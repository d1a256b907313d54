import { t } from '../messages/messages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Popover } from '../ui/popover.tsx'
import type { Picking } from './indicator-list.tsx'
import { loadIndicators } from './indicator-script.ts'

/** Menu that selects the indicators of the chart. */
export const IndicatorPicker = (picking: Picking) => (
  <Popover button={<Named count={picking.names.length} />} look="tool-button" title={t('Indicators')}>
    <IndicatorList {...picking} />
  </Popover>
)

const Named = ({ count }: { readonly count: number }) => (
  <>
    {t('Indicators')}
    {count > 0 && <span className="text-accent"> {count}</span>}
  </>
)

const IndicatorList = lazyComponent(async () => {
  await loadIndicators()
  return (await import('./indicator-list.tsx')).IndicatorList
})
