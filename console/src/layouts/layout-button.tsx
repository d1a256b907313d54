import { LayoutGrid } from 'lucide-react'
import { later } from '../ui/later.tsx'
import { Popover } from '../ui/popover.tsx'

/** Button that opens the menu of chart layouts. */
export const LayoutButton = () => (
  <Popover
    button={<LayoutGrid aria-hidden="true" className="size-4" />}
    name="Layout"
    look="tool-button max-[68rem]:hidden"
    title="Layout"
  >
    <LayoutMenu />
  </Popover>
)

const LayoutMenu = later(async () => (await import('./layout-menu.tsx')).LayoutMenu)
