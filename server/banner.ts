import pc from 'picocolors'
import type { Config } from './config.ts'
import { trippedMessage } from './domain/control/breakers.ts'
import type { Platform } from './platform.ts'
import { VERSION } from './version.ts'

/** What a person wants to know when the server is up: where it is, what runs, how to get in. Or the same as JSON. */
export const banner = (platform: Platform, config: Config, json: boolean): string =>
  json ? `${JSON.stringify(facts(platform, config))}\n` : pretty(platform, config)

const facts = ({ url, exchange: { source, execution, notice }, firstAdmin }: Platform, config: Config) => ({
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
  firstAdmin: firstAdmin ?? null,
})

const pretty = (platform: Platform, config: Config): string => {
  const { url, exchange, firstAdmin, hasConsole } = platform
  const symbols = exchange.source.instruments.map(({ symbol }) => symbol).join(', ')
  const rows: [string, string][] = [
    [hasConsole ? 'Console' : 'API', url],
    ['Reference', `${url}/api-docs`],
    ['Market', `${marketOf(config, exchange.name)}: ${symbols}`],
    ...(exchange.notice === null ? [] : noticeRows(exchange.notice)),
    ['Execution', EXECUTION[exchange.execution]],
    ['Autotrading', autotradingOf(platform, config)],
    ...exploringRow(config),
    ...manualRow(config),
    ['Data', config.dataDir],
  ]
  if (firstAdmin) rows.push(['First user', `${firstAdmin.username}, role ADMIN`])
  if (firstAdmin?.generatedPassword) rows.push(['Password', `${firstAdmin.generatedPassword}  (shown this once)`])
  const table = rows.map(([name, value]) => `  ${pc.dim(name.padEnd(12))}${value}`).join('\n')
  return `\n${pc.bold(`Plimsoll ${VERSION}`)}\n\n${table}\n\n${tries(url, config, firstAdmin?.username ?? 'NAME')}\n`
}

const EXECUTION: Readonly<Record<Platform['exchange']['execution'], string>> = {
  paper: 'PAPER: no real order is ever sent',
  practice: 'PRACTICE: orders are sent to an exchange where no money is at stake',
  live: 'LIVE: orders are sent to the exchange and risk real money; entries wait for a live grant of the host',
}

const autotradingOf = ({ engine }: Platform, { autotrading: { armed, intervals, explores } }: Config): string => {
  const strategies = new Set(engine.state.rules.books.flatMap((book) => book.strategies))
  const what = `${strategies.size} strategies on ${intervals.join(' and ')} bars`
  const paused = pausedIn(engine.state.ledger)
  if (armed && paused) return `ON, but ${paused}`
  if (!armed) return `OFF: signals of ${what} are made and followed, and nothing is traded on them`
  return `ON: ${what}; enters only where an edge after costs is expected${explores ? ', and explores' : ''}`
}

/** Why autotrading does not enter after this start; undefined when it does. */
const pausedIn = ({ tripped, control }: Platform['engine']['state']['ledger']): string | undefined => {
  const [first] = tripped
  if (first) return trippedMessage(...first).replace(/^Paused/, 'paused')
  return control.desired === 'PAUSED' ? 'paused: to go on, plimsoll resume' : undefined
}

const exploringRow = ({ autotrading: { explores } }: Config): [string, string][] =>
  explores ? [['Exploring', 'entries without an expected edge are traded too, each labelled exploratory']] : []

const manualRow = ({ autotrading: { manualSymbols } }: Config): [string, string][] =>
  manualSymbols.length > 0 ? [['Manual', `${manualSymbols.join(', ')} left to you (--manual-symbols)`]] : []

/** A sentence a line. */
const noticeRows = (notice: string): [string, string][] => notice.split(/(?<=\.) /).map((sentence) => ['', sentence])

const marketOf = ({ market }: Config, name: string): string => {
  if (market.kind === 'simulated') return `simulated exchange, seed ${market.seed}`
  if (market.kind === 'exchange') return market.url === undefined ? name : `${name} at ${market.url}`
  const speed = market.speed === 'max' ? 'as fast as possible' : `at ${market.speed}× its speed`
  return `recording ${market.path}, ${speed}${market.loop ? ', again and again' : ''}`
}

const tries = (url: string, { dataDir }: Config, username: string): string => {
  const directory = dataDir === `${process.cwd()}/data` ? '' : ` --data-dir ${dataDir}`
  return [
    `${pc.dim('Try, in another terminal:')}`,
    `  TOKEN=$(npx --no plimsoll token --user ${username}${directory})`,
    `  curl -H "Authorization: Bearer $TOKEN" ${url}/api/v381/signals/latest`,
    `  curl -H "Authorization: Bearer $TOKEN" ${url}/api/autotrading/decisions`,
    `${pc.dim('Ctrl-C stops the server.')}`,
  ].join('\n')
}
