/**
 * Startup messages (address, login, market, autotrading), as text or JSON, for a server, an engine of a shared account,
 * and a gateway.
 */

import pc from 'picocolors'
import type { Config } from '../config/config.ts'
import { trippedMessage } from '../domain/control/breakers.ts'
import { COMMAND, VERSION } from '../project.ts'
import type { Gateway } from './gateway.ts'
import { writeFirstPassword } from './identity.ts'
import type { Platform } from './platform.ts'

/** Returns the start banner (address, running components, login), as text or JSON. */
export const banner = (platform: Platform, config: Config, { json, showsPassword }: BannerOptions): string => {
  const first = firstUser(platform, config, showsPassword)
  return json ? `${JSON.stringify(facts(platform, config, first))}\n` : pretty(platform, config, first)
}

/**
 * Whether an engine of a shared account is active, and the epoch of the newest lease; null while the store does not
 * respond.
 */
export interface EngineStanding {
  readonly state: 'ACTIVE' | 'STANDBY'
  readonly epoch: number | null
}

/** Returns the message for an engine of a shared account that becomes active or standby. */
export const engineBanner = ({ state, epoch }: EngineStanding, config: Config, { json }: { json: boolean }): string => {
  const { dataDir, shared } = config
  const account = shared?.account ?? ''
  if (json) return `${JSON.stringify({ version: VERSION, account, state, epoch, dataDir })}\n`
  return titled('engine', [
    ['Account', account],
    ['State', state === 'ACTIVE' ? `ACTIVE, epoch ${epoch}` : 'STANDBY: follows, and takes over when needed'],
    ['Data', dataDir],
  ])
}

/** Returns the message for a gateway that is ready. */
export const gatewayBanner = (gateway: Gateway, config: Config, { json, showsPassword }: BannerOptions): string => {
  const { dataDir, publicUrl, shared } = config
  const { url, hasConsole, accounts } = gateway
  const account = shared?.account ?? ''
  const first = firstUser(gateway, config, showsPassword)
  if (json) return `${JSON.stringify({ version: VERSION, account, accounts, url, dataDir, firstAdmin: first })}\n`
  const rows: Rows = [
    [hasConsole ? 'Console' : 'API', publicUrl ?? url],
    [accounts.length > 1 ? 'Accounts' : 'Account', accounts.join(', ')],
    ['Data', dataDir],
    ...firstRows(first),
  ]
  return titled('gateway', rows)
}

type Rows = [string, string][]

const titled = (what: string, rows: Rows): string =>
  `\n${pc.bold(`Plimsoll ${VERSION} ${what}`)}\n\n${printRows(rows)}\n`

const printRows = (rows: Rows): string => rows.map(([name, value]) => `  ${pc.dim(name.padEnd(12))}${value}`).join('\n')

interface BannerOptions {
  readonly json: boolean
  /** True when standard output is a terminal; the password is never printed to a log. */
  readonly showsPassword: boolean
}

/** The user created by this start, with the generated password or the file that contains it. */
interface FirstUser {
  readonly username: string
  readonly generatedPassword: string | null
  readonly passwordFile: string | null
}

const firstUser = (
  { firstAdmin }: Pick<Platform, 'firstAdmin'>,
  { dataDir }: Config,
  showsPassword: boolean,
): FirstUser | null => {
  if (!firstAdmin) return null
  const { username, generatedPassword: password } = firstAdmin
  if (showsPassword || password === null) return { username, generatedPassword: password, passwordFile: null }
  return { username, generatedPassword: null, passwordFile: writeFirstPassword(dataDir, { username, password }) }
}

const firstRows = (first: FirstUser | null): Rows => {
  if (!first) return []
  const rows: Rows = [['First user', `${first.username}, role ADMIN`]]
  if (first.generatedPassword)
    rows.push(['Password', `${first.generatedPassword}  (shown only once; change it at the first login)`])
  if (first.passwordFile)
    rows.push(['Password', `in ${first.passwordFile}, readable only by you; change it at the first login`])
  return rows
}

const facts = (
  { url, exchange: { source, execution, notice } }: Platform,
  config: Config,
  first: FirstUser | null,
) => ({
  version: VERSION,
  url,
  reference: `${url}/api-docs`,
  market: source.market,
  symbols: source.instruments.map(({ symbol }) => symbol),
  notice,
  execution: execution.toUpperCase(),
  autotrading: config.autotrading.armed,
  explores: config.autotrading.explores,
  manualSymbols: config.autotrading.manualSymbols,
  dataDir: config.dataDir,
  settingsFile: config.settingsPath ?? null,
  firstAdmin: first,
})

const pretty = (platform: Platform, config: Config, first: FirstUser | null): string => {
  const { exchange, hasConsole } = platform
  const url = config.publicUrl ?? platform.url
  const symbols = exchange.source.instruments.map(({ symbol }) => symbol).join(', ')
  const rows: Rows = [
    [hasConsole ? 'Console' : 'API', url],
    ['Docs', `${url}/docs`],
    ['Reference', `${url}/api-docs`],
    ['Market', `${describeMarket(config, exchange.name)}: ${symbols}`],
    ...(exchange.notice === null ? [] : noticeRows(exchange.notice)),
    ['Execution', EXECUTION[exchange.execution]],
    ['Autotrading', describeAutotrading(platform, config)],
    ...exploringRow(config),
    ...manualRow(config),
    ['Data', config.dataDir],
    ...(config.settingsPath === undefined ? [] : [['Settings', config.settingsPath] as [string, string]]),
  ]
  rows.push(...firstRows(first))
  return `\n${pc.bold(`Plimsoll ${VERSION}`)}\n\n${printRows(rows)}\n\n${tries(url, config, first?.username ?? 'NAME')}\n`
}

const EXECUTION: Readonly<Record<Platform['exchange']['execution'], string>> = {
  paper: 'PAPER: no order is sent to an exchange',
  practice: 'PRACTICE: orders are sent to an exchange without real money',
  live: 'LIVE: orders are sent to the exchange and risk real money; entries require a live grant from the host',
}

const describeAutotrading = ({ engine }: Platform, { autotrading: { armed, intervals, explores } }: Config): string => {
  const strategies = new Set(engine.state.rules.books.flatMap((book) => book.strategies))
  const what = `${strategies.size} strategies on ${intervals.join(' and ')} bars`
  const paused = pausedIn(engine.state.ledger)
  if (armed && paused) return `ON, but ${paused}`
  if (!armed) return `OFF: ${what} produce signals and record their outcomes; none are traded`
  return `ON: ${what}; enters only with an expected edge after costs${explores ? ', or as exploratory' : ''}`
}

/** Returns why autotrading entries are paused after this start, if they are. */
const pausedIn = ({ tripped, control }: Platform['engine']['state']['ledger']): string | undefined => {
  const [first] = tripped
  if (first) return trippedMessage(...first).replace(/^Paused/, 'paused')
  return control.desired === 'PAUSED' ? 'paused; resume with: plimsoll resume' : undefined
}

const exploringRow = ({ autotrading: { explores } }: Config): [string, string][] =>
  explores ? [['Exploring', 'entries without an expected edge are traded as well, labelled exploratory']] : []

const manualRow = ({ autotrading: { manualSymbols } }: Config): [string, string][] =>
  manualSymbols.length > 0
    ? [['Manual', `${manualSymbols.join(', ')} not traded by autotrading (--manual-symbols)`]]
    : []

/** Splits a notice into rows, one sentence per line. */
const noticeRows = (notice: string): [string, string][] => notice.split(/(?<=\.) /).map((sentence) => ['', sentence])

const describeMarket = ({ market }: Config, name: string): string => {
  if (market.kind === 'simulated') return `simulated exchange, seed ${market.seed}`
  if (market.kind === 'exchange') return market.url === undefined ? name : `${name} at ${market.url}`
  const speed = market.speed === 'max' ? 'as fast as possible' : `at ${market.speed}× its speed`
  return `recording ${market.path}, ${speed}${market.loop ? ', repeated' : ''}`
}

const tries = (url: string, { dataDir }: Config, username: string): string => {
  const directory = dataDir === `${process.cwd()}/data` ? '' : ` --data-dir ${dataDir}`
  return [
    `${pc.dim('Try, in another terminal:')}`,
    `  TOKEN=$(${COMMAND} token --user ${username}${directory})`,
    `  curl -H "Authorization: Bearer $TOKEN" ${url}/api/v381/signals/latest`,
    `  curl -H "Authorization: Bearer $TOKEN" ${url}/api/autotrading/decisions`,
    `${pc.dim('Ctrl-C stops the server.')}`,
  ].join('\n')
}
