import type { Command } from 'commander'
import type { HostGrant } from '../host/live-verbs.ts'
import { forOption, parseForOption } from './for-option.ts'
import type { CliParts } from './parts.ts'
import { getDataPlace, printJson, requestServer, wantsJson } from './requests.ts'

interface ArmOptions {
  readonly packet: string
  readonly reason: string
  readonly for?: string
}

export const addArm = (live: Command, parts: CliParts): void => {
  const command = live
    .command('arm')
    .description('allow live orders, on the decision packet that was reviewed')
    .requiredOption(
      '--packet <hash>',
      'packetHash of /api/monitor/live-readiness-decision-packet; its verdict must be GO',
    )
    .requiredOption('--reason <text>', 'why, for the audit')
    .addOption(forOption('for how long; 7d at most, and by default'))
    .addHelpText('after', '\nExample:\n  $ plimsoll live arm --packet HASH --reason "thirty good days" --for 3d')
    .action(async ({ packet, reason, for: length }: ArmOptions) => {
      const args = { packet, reason, ...parseForOption(length) }
      const grant = await requestServer<HostGrant>(getDataPlace(parts, command), { verb: 'live.arm', args }, REMEDY)
      if (wantsJson(command)) return printJson(parts, grant)
      parts.terminal.err(
        `Armed until ${grant.expiresAt}. A server that trades live now, or is started with the same limits and build, lets entries out.\n`,
      )
    })
}

const REMEDY = 'Start it: plimsoll start.'
