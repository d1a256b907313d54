/** Exit codes and errors of the command line. */

import type { HostFault } from '../host/verb.ts'

/** Exit codes of the host command. */
export const EXIT = { ok: 0, failure: 1, usage: 2, unreachable: 3, blocked: 4, replaced: 5, due: 6 } as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** A failed command, with its message for the operator and its code for scripts. */
export class CliFailure extends Error {
  override readonly name = 'CliFailure'
  readonly exitCode: ExitCode
  readonly fault: HostFault

  constructor(exitCode: ExitCode, fault: HostFault) {
    super(fault.message)
    this.exitCode = exitCode
    this.fault = fault
  }
}

/** Builds the failure for an unknown command or an invalid value. */
export const usageFailure = (message: string): CliFailure => new CliFailure(EXIT.usage, { code: 'USAGE', message })

const EXIT_OF_CODE: Readonly<Record<string, ExitCode>> = {
  SERVER_UNREACHABLE: EXIT.unreachable,
  BAD_ARGUMENT: EXIT.usage,
  USERNAME_INVALID: EXIT.usage,
  ROLE_UNKNOWN: EXIT.usage,
  ROLES_EMPTY: EXIT.usage,
  TIER_UNKNOWN: EXIT.usage,
  PASSWORD_TOO_SHORT: EXIT.usage,
  PASSWORD_TOO_LONG: EXIT.usage,
  TTL_OUT_OF_RANGE: EXIT.usage,
  BAD_DURATION: EXIT.usage,
  OTHER_PACKET: EXIT.usage,
  WRONG_CODE: EXIT.usage,
  CODE_EXPIRED: EXIT.usage,
  CHANGED_SINCE: EXIT.usage,
  BLOCKED: EXIT.blocked,
  NO_PACKET: EXIT.blocked,
  NOT_GO: EXIT.blocked,
  PACKET_TOO_OLD: EXIT.blocked,
  OTHER_CONSTITUTION: EXIT.blocked,
  NOT_WAIVABLE: EXIT.blocked,
  STOP_ENGAGED: EXIT.blocked,
  NOT_STOPPED: EXIT.blocked,
  NOT_PAUSED: EXIT.blocked,
  LIMIT_STANDS: EXIT.blocked,
  STORE_FAILED: EXIT.blocked,
  FOREIGN_EPOCH: EXIT.blocked,
  NOT_RECONCILED: EXIT.blocked,
  DIFFERENCES: EXIT.blocked,
  OUTCOME_UNKNOWN: EXIT.blocked,
  HISTORY_MISSING: EXIT.blocked,
  UNPROTECTED: EXIT.blocked,
  NOT_SWEPT: EXIT.blocked,
}

/** Converts a fault returned by the host to a failure. */
export const toCliFailure = (fault: HostFault): CliFailure =>
  new CliFailure(EXIT_OF_CODE[fault.code] ?? EXIT.failure, fault)
