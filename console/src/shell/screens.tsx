import { Route, Switch } from 'wouter'
import { SCREEN_VIEWS } from '../screen-views.ts'
import { isVisible, SCREENS, type Screen } from '../screens.ts'
import { useSignedIn } from '../session/signed-in.ts'
import { Contained } from '../ui/contained.tsx'
import { NoSuchPage } from './no-such-page.tsx'

/** The screen named by the URL, if the user's roles allow it. */
export const Screens = () => {
  const { user } = useSignedIn()
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

const View = ({ of: { component, title } }: { readonly of: Screen }) => {
  const ScreenView = SCREEN_VIEWS[component]
  return (
    <Contained key={component} what={title}>
      <ScreenView />
    </Contained>
  )
}

const NotForThem = ({ screen: { title, roles } }: { readonly screen: Screen }) => {
  const { user } = useSignedIn()
  return (
    <>
      <h1 className="mb-3 text-xl font-semibold">{title}</h1>
      <p>
        This screen requires the role {roles.join(' or ')}; {user.username} has {user.roles.join(', ')}. Roles are
        assigned on the host: <code>plimsoll user set</code>
      </p>
    </>
  )
}
