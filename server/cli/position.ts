import type { Command } from 'commander'
import type { HandedBack } from '../host/position-verbs.ts'
import type { CliParts } from './parts.ts'
import { getLocalServer, printJson, requestServer, wantsJson } from './requests.ts'

/** Adds `position hand-back`: returns a manually controlled position to autotrading. */
export const addPosition = (program: Command, parts: CliParts): void => {
  const position = program.command('position').description('hand positions back to autotrading')
  const command = position
    .command('hand-back')
    .description('return a manually controlled position to autotrading, with its planned exit')
    .argument('<symbol>', 'such as BTCUSDT')
    .requiredOption('--reason <text>', 'reason, recorded in the audit log')
    .addHelpText('after', EXAMPLES)
    .action(async (symbol: string, { reason }: { readonly reason: string }) => {
      const question = { verb: 'positions.handBack', args: { symbol, reason } }
      const handed = await requestServer<HandedBack>(getLocalServer(parts, command), question)
      if (wantsJson(command)) return printJson(parts, handed)
      parts.terminal.err(describeHandBack(handed))
    })
}

const describeHandBack = ({ symbol, direction, qty, strategyId, horizonEndsAt, isDue }: HandedBack): string => {
  const held = `${symbol} ${direction} ${qty} is managed by autotrading (${strategyId}) again.`
  return isDue
    ? `${held} Its planned exit has passed: it is being closed now.\n`
    : `${held} It is closed at its horizon, ${horizonEndsAt}, or when the strategy exits; stop and target stay.\n`
}

const EXAMPLES = `
Examples:
  $ plimsoll position hand-back BTCUSDT --reason "bought more by mistake"`
