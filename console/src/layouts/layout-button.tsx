import { LayoutGrid } from 'lucide-react'
import { t } from '../messages/messages.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { Popover } from '../ui/popover.tsx'

/** Button that opens the menu of chart layouts. */
export const LayoutButton = () => (
  <Popover
    button={<LayoutGrid aria-hidden="true" className="size-4" />}
    name={t('Layout')}
    look="tool-button max-[68rem]:hidden"
    title={t('Layout')}
  >
    <LayoutMenu />
  </Popover>
)

const LayoutMenu = lazyComponent(async () => (await import('./layout-menu.tsx')).LayoutMenu)
