import type { Command } from 'commander'
import { SETTINGS } from '../config/settings.ts'
import { examineExchange } from '../doctor/examine-exchange.ts'
import { type Finding, failed, warned } from '../doctor/finding.ts'
import { judgeBus, judgeChannels, judgeHost } from '../doctor/host-checks.ts'
import { type HostFacts, probePort } from '../doctor/host-facts.ts'
import { DEFAULT_CONSTITUTION } from '../domain/risk/default-constitution.ts'
import type { LocalServer } from '../host/local-server.ts'
import type { HostFault } from '../host/verb.ts'
import type { KeyReading } from '../monitor/inputs/go-live.ts'
import { CliFailure, EXIT } from './failure.ts'
import { exchangeOption } from './keys.ts'
import { recordCheck } from './live.ts'
import type {
  AuditFiles,
  CliParts,
  DoctorParts,
  KeyFiles,
  StartFlags,
  TriedExchange,
  TriedSettings,
  TypedKeys,
} from './parts.ts'
import { printTable } from './print.ts'
import { getAuditFiles, getKeyFiles, getLocalServer, printJson, wantsJson } from './requests.ts'

/** Adds the command that checks this host and an exchange for readiness to trade. */
export const addDoctor = (program: Command, parts: CliParts): void => {
  const command = program
    .command('doctor')
    .description('check that this host and an exchange connection are ready for trading')
    .option('--config <file>', SETTINGS.config.summary)
    .option('--port <number>', 'port the server will listen on')
    .option('--host <address>', 'address the server will listen on')
    .option('--tls-cert <file>', SETTINGS.tlsCert.summary)
    .option('--tls-key <file>', SETTINGS.tlsKey.summary)
    .option('--constitution <file>', 'file with the limits of the server')
    .addOption(exchangeOption('check this exchange too'))
    .option('--symbols <list>', 'symbols to trade there, separated by commas')
    .option('--exchange-url <url>', 'base URL of the exchange')
    .option('--execution <kind>', 'practice checks the demo environment, without real money')
    .option('--passphrase-file <file>', 'file with the passphrase of the API keys')
    .addHelpText('after', EXAMPLES)
    .action(async () => {
      const findings = await examine(parts, command)
      const failures = findings.filter(({ level }) => level === 'fail').length
      if (wantsJson(command)) printJson(parts, { ok: failures === 0, findings })
      else parts.terminal.out(printTable(HEADER, findings.map(toCells)))
      if (failures === 0) return
      const message = `${failures} of ${findings.length} checks failed.`
      throw new CliFailure(EXIT.failure, { code: 'DOCTOR_FOUND', message })
    })
}

const HEADER = ['', 'CHECK', 'RESULT']

const toCells = ({ level, check, seen, remedy }: Finding): string[] => [
  level,
  check,
  remedy === null ? seen : `${seen.replace(/\.$/, '')}. ${remedy}`,
]

const examine = async (parts: CliParts, command: Command): Promise<Finding[]> => {
  const { json: _, ...flags } = command.optsWithGlobals<StartFlags>()
  const settings = await parts.settings(flags)
  const constitution = settings.ok ? parts.constitution(settings.value.constitutionPath) : null
  const host = judgeHost(await inspectHost(parts, command, { settings, constitution }))
  const channels = settings.ok ? judgeChannels(await parts.tryChannels(flags)) : []
  const bus = settings.ok ? await parts.tryBus(flags) : null
  const exchange = settings.ok ? settings.value.exchange : null
  const { keyExpiryDays } = (constitution?.ok ? constitution.value : DEFAULT_CONSTITUTION).monitor
  return [
    ...host,
    ...(bus ? [judgeBus(bus)] : []),
    ...channels,
    ...(exchange ? await checkExchange(parts, command, { exchange, keyExpiryDays }) : []),
  ]
}

const checkExchange = async (
  parts: CliParts,
  command: Command,
  { exchange, keyExpiryDays }: { readonly exchange: TriedExchange; readonly keyExpiryDays: number },
): Promise<Finding[]> => {
  // Identified before it is opened: a key replaced meanwhile invalidates the reading.
  const stored = getKeyFiles(parts, command).identify(exchange.id)
  const { keys, findings } = await openKeys(parts, command, exchange)
  const facts = await parts.inspect(exchange, keys)
  try {
    const { symbols } = exchange
    const { findings: found, key: outcome } = await examineExchange(facts, { symbols, now: Date.now, keyExpiryDays })
    const isLive = keys !== undefined && !exchange.practice
    if (isLive && outcome && stored.ok && stored.value) {
      const { fingerprint, apiKey } = stored.value
      const key: KeyReading = { exchange: exchange.id, url: exchange.url ?? null, apiKey, ...outcome }
      await recordCheck(parts, command, { check: 'KEY', atMs: Date.now(), fingerprint, key })
    }
    return [...findings, ...found]
  } finally {
    await facts.close()
  }
}

interface OpenedKeys {
  readonly keys: TypedKeys | undefined
  readonly findings: readonly Finding[]
}

/** Opens the keys of the exchange. With missing or unreadable keys, only its public data can be checked. */
const openKeys = async (parts: CliParts, command: Command, exchange: TriedExchange): Promise<OpenedKeys> => {
  const { id, passphrasePath: file } = exchange
  const files = getKeyFiles(parts, command)
  const listed = files.list()
  if (!listed.ok || !listed.value.some((hint) => hint.exchange === id)) return { keys: undefined, findings: [] }
  const { terminal } = parts
  const prompt = () => terminal.promptHidden(`Passphrase of the keys of ${id}: `)
  const passphrase = await parts.passphrase({ file, prompt: terminal.isInteractive ? prompt : undefined })
  if (!passphrase.ok) return closed(passphrase.error)
  const opened = await files.open(id, passphrase.value)
  return opened.ok ? { keys: opened.value, findings: [] } : closed(opened.error)
}

const NO_PASSPHRASE = 'PASSPHRASE_NOT_GIVEN'

const closed = ({ code, message, remedy = '' }: HostFault): OpenedKeys => {
  const judge = code === NO_PASSPHRASE ? warned : failed
  return { keys: undefined, findings: [judge('sealed keys', message.replace(/\.$/, ''), remedy)] }
}

const EXAMPLES = `
Examples:
  $ plimsoll doctor
  $ plimsoll doctor --exchange binanceusdm --symbols BTCUSDT,ETHUSDT
  $ plimsoll doctor --exchange okx --passphrase-file ~/plimsoll.pass --json

No order is placed and nothing is changed. A running server records the permissions of the key, or its rejection, for
the readiness gates.
Exit code 0: no check failed; 1: at least one did.`

interface ReadSettings {
  readonly settings: Awaited<ReturnType<DoctorParts['settings']>>
  /** Null when the settings cannot be read. */
  readonly constitution: ReturnType<DoctorParts['constitution']> | null
}

/** Reads the state of a data directory on this host; changes nothing. */
const inspectHost = async (
  parts: CliParts,
  command: Command,
  { settings, constitution }: ReadSettings,
): Promise<HostFacts> => {
  const localServer = getLocalServer(parts, command)
  const tried = settings.ok ? settings.value : undefined
  const server = await serverAt(localServer)
  return {
    nodeVersion: process.versions.node,
    nowMs: Date.now(),
    directory: parts.inspectDirectory(localServer.directory),
    mountFault: parts.findMountFault(localServer.directory),
    server,
    settings: settings.ok ? [] : settings.error,
    constitution: {
      path: tried?.constitutionPath ?? null,
      problem: constitution?.ok === false ? constitution.error : null,
    },
    port: server.kind === 'none' && tried ? await checkPort(tried) : null,
    schema: await readSchema(parts, localServer),
    audit: await auditIn(getAuditFiles(parts, command)),
    keys: keysIn(getKeyFiles(parts, command)),
  }
}

/** Timeout that exceeds the response time of a healthy server. */
const PATIENCE_MS = 3_000

const serverAt = async (localServer: LocalServer): Promise<HostFacts['server']> => {
  const answer = await localServer.request('status', {}, PATIENCE_MS)
  if (answer.ok) return { kind: 'running', state: String((answer.value as { readonly state: unknown }).state) }
  const holder = localServer.holder()
  return holder ? { kind: 'silent', pid: holder.pid } : { kind: 'none' }
}

const checkPort = async ({ host, port }: TriedSettings): Promise<HostFacts['port']> => ({
  address: `${host}:${port}`,
  problem: await probePort(host, port),
})

const readSchema = async (parts: CliParts, { directory, exists }: LocalServer): Promise<HostFacts['schema']> => {
  if (!exists()) return null
  try {
    const { stores, due, refusal } = await parts.planMigration(directory)
    return stores.length === 0 && refusal === null ? null : { due: due.length, problem: refusal }
  } catch (error) {
    if (error instanceof CliFailure) return { due: 0, problem: error.message }
    throw error
  }
}

const NO_LOG = 'AUDIT_MISSING'

const auditIn = async (files: AuditFiles): Promise<HostFacts['audit']> => {
  const { size, at, findings } = await files.verify(undefined)
  const codes = findings.map(({ code }) => code)
  return codes.includes(NO_LOG) ? null : { size, newestAtMs: at === null ? null : Date.parse(at), findings: codes }
}

const keysIn = (files: KeyFiles): HostFacts['keys'] => {
  const listed = files.list()
  if (listed.ok) return { kind: 'kept', exchanges: listed.value.map(({ exchange }) => exchange) }
  const { message, remedy = '' } = listed.error
  return { kind: 'faulty', message: message.replace(/\.$/, ''), remedy }
}
