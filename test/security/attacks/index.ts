import type { Attack } from '../attack.ts'
import { damagedFiles } from './damaged-files.ts'
import { floodedRoute } from './flooded-route.ts'
import { floodedStop } from './flooded-stop.ts'
import { lockedOutUser } from './locked-out-user.ts'
import { openModes } from './open-modes.ts'
import { pipelinedUnread } from './pipelined-unread.ts'
import { printedPassword } from './printed-password.ts'
import { racedRefresh } from './raced-refresh.ts'
import { silentConnections } from './silent-connections.ts'
import { steppedClock } from './stepped-clock.ts'
import { terminalEscape } from './terminal-escape.ts'
import { untracedLogins } from './untraced-logins.ts'

/** Every attack, in the order in which they are run. */
export const ATTACKS: readonly Attack[] = [
  pipelinedUnread,
  floodedStop,
  floodedRoute,
  silentConnections,
  steppedClock,
  damagedFiles,
  openModes,
  terminalEscape,
  lockedOutUser,
  printedPassword,
  racedRefresh,
  untracedLogins,
]
