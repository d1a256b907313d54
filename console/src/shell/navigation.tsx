import { Link, useLocation } from 'wouter'
import { screensFor } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Menu } from './menu.tsx'

/** The way to the other screens, and to what is one's own. */
export const Navigation = ({ onLogOut }: { readonly onLogOut: () => Promise<void> }) => {
  const { user } = useSignedIn()
  const [location] = useLocation()
  return (
    <div className="flex items-start gap-x-4 border-b border-line px-4 py-2">
      <nav aria-label="Screens" className="flex min-w-0 grow gap-x-4 overflow-x-auto whitespace-nowrap sm:flex-wrap">
        {screensFor(user.roles).map(({ path, title }) => (
          <Link
            key={path}
            href={path}
            ref={(link) => {
              if (location === path) link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
            }}
            aria-current={location === path ? 'page' : undefined}
            className="flex min-h-8 shrink-0 items-center border-b-2 border-transparent focus-visible:-outline-offset-3 aria-[current]:border-accent aria-[current]:font-semibold"
          >
            {title}
          </Link>
        ))}
      </nav>
      <Menu onLogOut={onLogOut} />
    </div>
  )
}
