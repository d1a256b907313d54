import {
  Activity,
  Bot,
  CandlestickChart,
  ChartColumn,
  FlaskConical,
  Gauge,
  LayoutDashboard,
  Lightbulb,
  type LucideIcon,
  Menu as MenuIcon,
  Network,
  Radio,
  ScrollText,
  Terminal,
  UserRound,
  Wallet,
} from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { t } from '../messages/messages.ts'
import { type Screen, screensFor } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Menu } from './menu.tsx'

/** Main navigation: a sidebar, or on a phone a bottom bar with a menu for the remaining screens. */
export const Navigation = ({ onLogOut }: { readonly onLogOut: () => Promise<void> }) => {
  const signedIn = useSignedIn()
  const [location] = useLocation()
  const screens = screensFor(signedIn)
  return (
    <nav
      aria-label={t('Screens')}
      className="z-10 border-line bg-raised max-sm:fixed max-sm:inset-x-1 max-sm:bottom-0 max-sm:grid max-sm:grid-cols-5 max-sm:border-t sm:sticky sm:top-13 sm:flex sm:max-h-[calc(100dvh-3.5rem)] sm:w-17 sm:shrink-0 sm:flex-col sm:gap-0.5 sm:self-stretch sm:overflow-y-auto sm:border-r sm:p-1"
    >
      {screens.map(({ path, component, title, short = title }, index) => {
        const Icon = ICONS[component]
        return (
          <Link
            key={path}
            href={path}
            aria-current={location === path ? 'page' : undefined}
            className={`${ITEM} ${index < AT_HAND ? '' : 'max-sm:hidden'}`}
          >
            <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
            <span className="sr-only">{title}</span>
            <span aria-hidden="true">{short}</span>
          </Link>
        )
      })}
      <div className="grid sm:hidden">
        <Menu
          look={ITEM}
          button={
            <>
              <MenuIcon aria-hidden="true" className="size-5" strokeWidth={1.75} />
              {t('Menu')}
            </>
          }
          onLogOut={onLogOut}
        >
          <ul className="mb-3 grid gap-1 border-b border-line pb-3">
            {screens.slice(AT_HAND).map(({ path, title }) => (
              <li key={path}>
                <Link
                  href={path}
                  aria-current={location === path ? 'page' : undefined}
                  onClick={({ currentTarget }) => currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()}
                  className="flex min-h-11 items-center aria-[current]:font-semibold aria-[current]:text-accent"
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </Menu>
      </div>
    </nav>
  )
}

const ICONS: Readonly<Record<Screen['component'], LucideIcon>> = {
  Overview: LayoutDashboard,
  Market: CandlestickChart,
  Positions: Wallet,
  Signals: Radio,
  Autotrading: Bot,
  Strategies: Lightbulb,
  Performance: ChartColumn,
  Limits: Gauge,
  Research: FlaskConical,
  Monitor: Activity,
  Audit: ScrollText,
  Logs: Terminal,
  Fleet: Network,
  Account: UserRound,
}

/** Number of screens in the bottom bar of a phone, beside its menu. */
const AT_HAND = 4

const ITEM =
  'flex min-h-13 flex-col items-center justify-center gap-1 rounded-md text-2xs text-muted hover:bg-hover hover:text-ink aria-[current]:bg-hover aria-[current]:font-semibold aria-[current]:text-accent'
