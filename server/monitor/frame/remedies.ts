/** Remedies in reports: actions of an operator for a reason code or missing evidence. */

import { findSurface } from '../../../contract/monitor/index.ts'
import { ROLES } from '../../../contract/roles.ts'
import { findGate } from '../../domain/risk/gates/index.ts'
import type { Cause, MissingItem } from './surface.ts'

/** Returns the remedy for a reason; undefined when there is none. */
export const remedyOfCause = ({ code, remedy }: Pick<Cause, 'code' | 'remedy'>): string | undefined =>
  remedy ?? BY_CODE[code] ?? gateRemedy(code) ?? BY_FORM.find(([form]) => form.test(code))?.[1]

const RECONNECTS = 'Wait: it reconnects automatically. If it does not, check the connection: plimsoll doctor.'
/** Remedy while the exchange cannot be reached. */
export const NETWORK =
  'Check the network and the status page of the exchange: plimsoll doctor. Stops at the exchange stay in place; those of a paper account trigger once prices arrive again.'
const SAFER = 'Wait until the condition clears; to block entries until then: plimsoll pause.'
const GUARDIAN =
  'The guardian places the stop again, or closes the position. If this persists, close the position at the exchange.'
const STRATEGY = 'Keep it on paper, or change or disarm the strategy: plimsoll strategies.'
const KEEP_TRADING = 'Wait while autotrading runs on paper; only closed trades and whole days count.'
const CONSTITUTION = 'Restore the declared constitution file and restart; if in doubt: plimsoll stop.'
const INVARIANT = 'Stop trading (plimsoll stop) and install an unchanged build; the matrix in data names the routes.'
const CONSOLE = 'Rebuild the console with this version (node console/build.js) and restart.'
const LINKS = 'Keep the data directory as it is, and compare brokenLinks in data with the log and the audit.'
const DIGEST =
  'Do not act on this digest; check the surfaces it names. The next digest will be composed from current data.'
const CATALOGUE = 'No action required: the rest of the catalogue is not part of this version.'
const ANCHOR = 'Copy a checkpoint to another machine every day: plimsoll audit checkpoint.'
const BOUNDARY = 'Stop trading (plimsoll stop) and install an unchanged build.'

/** Remedies by reason code. */
const BY_CODE: Readonly<Record<string, string>> = {
  EMERGENCY_STOP: 'Find out why, then on the host: plimsoll stop clear, and plimsoll resume.',
  LATCH: 'Find out why, then on the host: plimsoll stop clear, and plimsoll resume.',
  LATCH_NOT_SEEN: 'Check on the host whether the engine is stopped: plimsoll status.',
  STATE_STARTING: 'Wait until the engine has started.',
  STATE_RECONCILING:
    'Wait until orders and positions are compared with the exchange; if this persists: plimsoll doctor.',
  STATE_PAUSED: 'To resume autotrading: plimsoll resume.',
  CRITICAL_FINDING: 'Take the next action that operator-compact-truth names.',
  EXCHANGE_UNREACHABLE: NETWORK,
  NOT_DISPROVED: 'Wait until it is observed again; what is missing is in missingEvidence.',

  FEED_STALE: RECONNECTS,
  BOOK_STALE: RECONNECTS,
  MARK_STALE: RECONNECTS,
  MARKET_SILENT: RECONNECTS,
  STREAM_ENDED:
    'Wait for the stream to reconnect. A recording that has ended does not resume: start the server with another market.',
  MARKET_STREAM: RECONNECTS,
  PRIVATE_STREAM: RECONNECTS,
  KEY_REFUSED: 'Check the key and its permissions: plimsoll doctor, then plimsoll keys add --replace.',
  CLOCK_REFUSED: 'Synchronise the clock of this host: timedatectl set-ntp true.',
  CLOCK_FAR: 'Synchronise the clock of this host: timedatectl set-ntp true.',
  RATE_LIMITED: 'Wait; if this persists, trade fewer symbols.',
  UNREADABLE: 'Check for a newer version of Plimsoll; the log contains the message that could not be parsed.',
  SYMBOL_NOT_LISTED: 'Remove the symbol from --symbols and restart.',
  OTHER_STEPS: 'Restart the server, to read the new tick and lot sizes.',
  BOOK_RESYNCING: 'Wait: the order book is fetched again automatically.',
  BOOK_LOST_OFTEN: 'Check the connection (plimsoll doctor) and the load of this host.',
  CANDLES_LATE: 'Wait for the next minute; if this persists, check the connection: plimsoll doctor.',
  STREAM_SLOW: 'Check the connection (plimsoll doctor) and the load of this host, or trade fewer symbols.',
  RATE_BUDGET_NEAR_LIMIT: 'Trade fewer symbols, or stop other programs that use the same IP address.',
  STRESS_VOLATILITY: SAFER,
  STRESS_SPREAD: SAFER,
  STRESS_DEPTH: SAFER,
  STRESS_FUNDING: SAFER,

  PROTECTION_NONE: GUARDIAN,
  STOP_TOO_FAR:
    'The engine moves the stop to the default distance. If this persists, set a nearer stop in the console.',
  STOPS_LOST: 'Find out at the exchange who cancels stops on this account.',
  STOP_LOST_LATELY:
    'Wait: the new stop counts once it has been active for this time. Find out who cancelled the old one.',

  VENUE_429: 'Wait an hour without a refusal; if this persists, trade fewer symbols.',
  VENUE_SHUT_OUT: 'Wait an hour without a refusal; if this persists, trade fewer symbols.',
  VENUE_REFUSED: 'Wait an hour without a refusal; if this persists, trade fewer symbols.',
  VENUE_BAN: 'Wait until then: the engine sends only protective orders.',
  CONTROL_REFUSED: 'Check what sends so many control requests; the host can always stop: plimsoll stop.',
  OUTBOUND_DELAYED: 'Wait; if this persists, trade fewer symbols.',
  INBOUND_LIMITED: 'Reduce the requests of the rejected callers, or let them subscribe to the stream.',
  NEAR_LIMIT: 'Send fewer orders, or trade fewer symbols.',

  MEAN_R: STRATEGY,
  SHARPE_PROBABILITY: STRATEGY,
  EQUITY_IDENTITY_BROKEN:
    'Compare the wallet with the exchange (plimsoll status); a transfer that was not booked is the usual cause.',
  ALL_REJECTED: 'No action required: candidates without an edge are not traded unless the server runs with --explore.',
  GRADE_ORDER_VIOLATED: 'Do not rely on grades: keep the strategies on paper until their calibration is renewed.',

  PROBE_ALLOWED: CONSTITUTION,
  LOOSER: CONSTITUTION,
  PROBE_FAILED: CONSTITUTION,
  NO_GATE: CONSTITUTION,
  TIGHTER: 'Restart, so that the constitution file is loaded as it is now.',

  AUDIT_BROKEN: 'Copy the audit folder before anything else; then: plimsoll audit verify.',
  EFFECT_DECLARED: INVARIANT,
  TWO_CONTROL_ROUTES: INVARIANT,
  MONITOR_READS: INVARIANT,
  STOP_FOR_TWO_ROLES: INVARIANT,
  PAUSE_FOR_THREE_ROLES: INVARIANT,
  CHANGES_ARE_AUDITED: INVARIANT,
  OPEN_LIST_ONLY: INVARIANT,
  GUARD_AS_DECLARED: INVARIANT,
  ROLES_ARE_KNOWN: `Assign every user one of ${ROLES.join(', ')}: plimsoll user list, plimsoll user set.`,
  KEY_CANNOT_WITHDRAW: 'Remove the withdrawal permission from the API key at the exchange.',
  NO_SECOND_FACTOR:
    'Have each of them enable two-factor authentication in the console (Account), or lower their role: plimsoll user set.',
  SIGNING_KEY_OLD: 'Restart the server to generate a new key.',
  PASSWORDS_OF_OLD_COST: 'No action required: each password is rehashed at the next login of its user.',
  EXCHANGE_KEY_EXPIRES: 'Create a new API key at the exchange: plimsoll keys add --replace.',
  AUDIT_NOT_ANCHORED: ANCHOR,
  NO_TLS: 'Put a TLS-terminating proxy in front and set PLIMSOLL_PUBLIC_URL=https://….',
  SECRETS_READABLE: 'Restrict the files of the data directory to their owner: chmod 600.',

  PATH_TO_AUTHORITY: BOUNDARY,
  ADVICE_IN_DECISION: BOUNDARY,
  STRANGE_HOLDER: BOUNDARY,

  DECLARED_NOT_SERVED: CONSOLE,
  SERVED_NOT_DECLARED: CONSOLE,
  API_MISSING: CONSOLE,
  METHOD_MISMATCH: CONSOLE,
  ROLE_MISMATCH: CONSOLE,
  OTHER_FILES: CONSOLE,

  CONTENT_CHANGED: DIGEST,
  LINE_CHANGED: DIGEST,
  DIGEST_AGE: 'Wait for the next digest; if none comes: plimsoll status.',
  CHANNELS_DOWN: 'Check the settings of the channels; the data names the error of each.',
  CHANNEL_FAILING: 'Check the address and the credentials of the channel and restart.',
  LIVE_LINES: 'Wait until the engine has been observed; the next digest is composed of live state.',

  FAILING_VECTORS: 'Disarm the strategy (plimsoll strategies) and install an unchanged build.',
  EVALUATION: 'Wait until bars have been evaluated for a day; if this persists, check plimsoll strategies.',
  IMPLEMENTATION: CATALOGUE,
  RARE_NOT_IMPLEMENTED: CATALOGUE,

  WITHOUT_INTENT:
    'Stop entries (plimsoll pause) and compare the orders in brokenLinks with the exchange and the audit.',
  DIGESTS_DIFFER: LINKS,
  PASSED_SHARE: 'Follow the remedy of the gate that blocks most candidates.',
  SMALL_SAMPLE: 'Wait for more candidates.',
  NO_CANDIDATES: 'Wait for signals, or check which strategies are armed: plimsoll strategies.',
  GRANT_STANDS: 'Revoke it on the host: plimsoll live disarm.',
}

/** Remedies of composed codes, by prefix or suffix. */
const BY_FORM: readonly (readonly [form: RegExp, remedy: string])[] = [
  [/^PROTECTION_/, GUARDIAN],
  [/^COMPONENT_/, 'Follow nextStep in data; on the host: plimsoll status.'],
  [/^(STATE|STANDING)_/, 'Check on the host: plimsoll status.'],
  [/^CONSISTENT_WITH_/, SAFER],
  [/^ADVICE_/, DIGEST],
  [/_(OPEN|NOT_LINKED)$/, LINKS],
  [/^LR\d\d/, 'Follow the gate in data.'],
]

/** Returns the remedy for a blocking gate, by its ID alone or with `STANDING_` before it. */
const gateRemedy = (code: string): string | undefined => findGate(code.replace(/^STANDING_/, ''))?.remedy.text

const SOON = 'Wait a few seconds after a start. If it is still missing: plimsoll status.'
const CONNECTION = 'Wait for the exchange to respond. If it is still missing, check the connection: plimsoll doctor.'
const LEFT_RUNNING = 'Keep the server running: the measurement takes time.'
const NOT_BUILT = 'No action required: this version does not measure it.'
const AUTOTRADING =
  'Keep autotrading running. If no data arrives, check which strategies are armed: plimsoll strategies.'

/** Remedies for missing evidence, by its producer. */
const BY_PRODUCER: Readonly<Record<string, string>> = {
  'market source': CONNECTION,
  'market source and trading scopes':
    'Arm a trading scope (--autotrading) and wait until its first bar has closed and is evaluated.',
  exchange: CONNECTION,
  'exchange adapter': CONNECTION,
  reconciliation: CONNECTION,
  'stored candles': 'Keep the server running: candles are stored as they close.',
  'order book': LEFT_RUNNING,
  'engine, while it observes the market': LEFT_RUNNING,
  'exchange, if it publishes liquidations':
    'Wait until its liquidation stream is connected. An exchange that has none never provides this evidence.',
  'equity samples': 'Keep the server running: a day counts once it has ended (00:00 UTC).',
  'closed positions': KEEP_TRADING,
  'autotrading engine and orders of callers': AUTOTRADING,
  'autotrading engine': AUTOTRADING,
  'autotrading outcomes': AUTOTRADING,
  'signal outcomes': AUTOTRADING,
  autotrading: AUTOTRADING,
  decisions: NOT_BUILT,
  signals: NOT_BUILT,
  backtests: NOT_BUILT,
  'not recorded': NOT_BUILT,
  'not available yet': NOT_BUILT,
  'a signed constitution, not available yet': NOT_BUILT,
  'a dry run of the guardian, not available yet': NOT_BUILT,
  'console build':
    'Wait a few seconds after a start. If it is still missing, build the console (node console/build.js) and restart.',
  'evidence store': LEFT_RUNNING,
  'release build': 'Run npm audit and npm run sbom for the release; this process keeps no record of it.',

  host: 'Check on the host: plimsoll status.',
  'a copy of the audit log': ANCHOR,
  'a run on paper': 'Run on paper first: plimsoll start --execution paper.',
}

/** Returns the remedy for missing evidence. */
export const missingInputRemedy = ({ producedBy, remedy }: Pick<MissingItem, 'producedBy' | 'remedy'>): string =>
  remedy ?? BY_PRODUCER[producedBy] ?? (findSurface(producedBy) ? `Follow ${producedBy}.` : SOON)
