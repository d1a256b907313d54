import { afterAll, expect, it } from 'vitest'
import { isDeep } from '../support/runs.ts'
import { floodedStop } from './attacks/flooded-stop.ts'
import { pipelinedUnread } from './attacks/pipelined-unread.ts'
import { printedPassword } from './attacks/printed-password.ts'
import { racedRefresh } from './attacks/raced-refresh.ts'
import { silentConnections } from './attacks/silent-connections.ts'
import { untracedLogins } from './attacks/untraced-logins.ts'
import { createAttackRunner } from './run-attack.ts'

/** Goals are multiplied: on a busy machine only a server that is held up for seconds fails. */
const PATIENCE = 20
const SECONDS = 1

const runner = createAttackRunner()
afterAll(() => runner.close())

/** Attacks of many connections. The flood, which delays a stop, is one of them in `npm test`. */
const CROWDS = isDeep ? [floodedStop, pipelinedUnread, silentConnections] : [floodedStop]

it.each([...CROWDS, printedPassword, racedRefresh, untracedLogins])(
  'keeps every guarantee under $name',
  // A second attempt excludes a pause of the whole machine; a server that is held up fails both.
  { timeout: 90_000, retry: 1 },
  async (attack) => {
    expect((await runner.run(attack, { seconds: SECONDS, patience: PATIENCE })).broken).toEqual([])
  },
)
