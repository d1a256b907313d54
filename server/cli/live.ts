import type { Command } from 'commander'
import type { HostGrant } from '../host/live-verbs.ts'
import { addArm } from './live-arm.ts'
import { addLiveChecks } from './live-checks.ts'
import { addLiveWaivers } from './live-waivers.ts'
import type { CliParts } from './parts.ts'
import { printFields } from './print-fields.ts'
import { getDataPlace, printJson, requestServer, wantsJson } from './requests.ts'

/** Trading for real money: what is given, giving it, taking it back, and what is waived and checked on the way. */
export const addLive = (program: Command, parts: CliParts): void => {
  const live = program.command('live').description('trading for real money')
  addArm(live, parts)
  addDisarm(live, parts)
  addGrant(live, parts)
  addLiveWaivers(live, parts)
  addLiveChecks(live, parts)
}

const addDisarm = (live: Command, parts: CliParts): void => {
  const command = live
    .command('disarm')
    .description('let no live entry out any more; positions keep their stops')
    .requiredOption('--reason <text>', 'why, for the audit')
    .action(async ({ reason }: { readonly reason: string }) => {
      const disarmed = await requestServer<null>(
        getDataPlace(parts, command),
        { verb: 'live.disarm', args: { reason } },
        REMEDY,
      )
      if (wantsJson(command)) return printJson(parts, disarmed)
      parts.terminal.err('Disarmed: no live entry goes out any more.\n')
    })
}

const addGrant = (live: Command, parts: CliParts): void => {
  const command = live
    .command('grant')
    .description('show what is given')
    .action(async () => {
      const grant = await requestServer<HostGrant | null>(
        getDataPlace(parts, command),
        { verb: 'live.grant', args: {} },
        REMEDY,
      )
      if (wantsJson(command)) return printJson(parts, grant)
      parts.terminal.out(grant ? printGrant(grant) : 'Nothing is given.\n')
    })
}

const REMEDY = 'Start it: plimsoll start.'

const printGrant = ({ packetHash, scope, reason, grantedAt, expiresAt }: HostGrant): string =>
  printFields([
    ['Packet', packetHash],
    ['Scope', scope === 'MANUAL' ? 'orders by hand' : 'autotrading too'],
    ['Given', grantedAt],
    ['Until', expiresAt],
    ['Why', reason],
  ])
