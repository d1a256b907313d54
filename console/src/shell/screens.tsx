import { Suspense, useEffect } from 'react'
import { Route, Switch } from 'wouter'
import { t } from '../messages/messages.ts'
import { rich } from '../messages/rich.tsx'
import { fetchOtherScriptsWhenIdle, whenIdle } from '../other-scripts.ts'
import { useScreenView } from '../screen-views.ts'
import { isVisible, SCREENS, type Screen } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { lazyComponent } from '../ui/lazy-component.tsx'
import { PanelErrorBoundary } from '../ui/panel-error-boundary.tsx'

/** Router of the console: the screen named by the URL, if the user's roles allow it. */
export const Screens = () => {
  const { user } = useSignedIn()
  // Fetches the files of the other screens, so that they open immediately, even when the server is unreachable.
  useEffect(() => whenIdle(fetchOtherScriptsWhenIdle), [])
  return (
    <Switch>
      {SCREENS.map((screen) => (
        <Route key={screen.path} path={screen.path}>
          {isVisible(screen.component, user.roles) ? <View of={screen} /> : <NotForThem screen={screen} />}
        </Route>
      ))}
      <Route>
        <NoSuchPage />
      </Route>
    </Switch>
  )
}

const View = ({ of: screen }: { readonly of: Screen }) => (
  <PanelErrorBoundary key={screen.component} what={screen.title}>
    <Suspense
      fallback={<p className="p-4 text-muted">{t('Loading {title}…', { title: screen.title.toLowerCase() })}</p>}
    >
      <Loaded screen={screen} />
    </Suspense>
  </PanelErrorBoundary>
)

const Loaded = ({ screen }: { readonly screen: Screen }) => {
  const ScreenView = useScreenView(screen)
  return <ScreenView />
}

const NotForThem = ({ screen: { title, roles } }: { readonly screen: Screen }) => {
  const { user } = useSignedIn()
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{title}</h1>
      <p>
        {rich(
          'This screen requires the role {roles}; {username} has {roles2}. Roles are assigned on the host: {code}',
          {
            roles: roles.join(t(' or ')),
            username: user.username,
            roles2: user.roles.join(', '),
            code: <code>plimsoll user set</code>,
          },
        )}
      </p>
    </>
  )
}

const NoSuchPage = lazyComponent(async () => (await import('./no-such-page.tsx')).NoSuchPage)
