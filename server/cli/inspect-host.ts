import type { Command } from 'commander'
import type { HostFacts } from '../doctor/host-facts.ts'
import { inspectDirectory } from '../doctor/inspect-directory.ts'
import { probePort } from '../doctor/probe-port.ts'
import type { DataPlace } from '../host/data-place.ts'
import type { AuditFiles } from './audit-files.ts'
import type { DoctorParts, TriedSettings } from './doctor-parts.ts'
import type { KeyFiles } from './key-files.ts'
import type { CliParts } from './parts.ts'
import { getAuditFiles, getDataPlace, getKeyFiles } from './requests.ts'

/** Reads the state of a data directory on this host; changes nothing. */
export const inspectHost = async (
  parts: CliParts,
  command: Command,
  settings: ReturnType<DoctorParts['settings']>,
): Promise<HostFacts> => {
  const place = getDataPlace(parts, command)
  const tried = settings.ok ? settings.value : undefined
  const server = await serverAt(place)
  return {
    nodeVersion: process.versions.node,
    nowMs: Date.now(),
    directory: inspectDirectory(place.directory),
    server,
    settings: settings.ok ? [] : settings.error,
    constitution: {
      path: tried?.constitutionPath ?? null,
      problem: tried ? parts.constitutionProblem(tried.constitutionPath) : null,
    },
    port: server.kind === 'none' && tried ? await checkPort(tried) : null,
    audit: await auditIn(getAuditFiles(parts, command)),
    keys: keysIn(getKeyFiles(parts, command)),
  }
}

/** Longer than a server that is well takes. */
const PATIENCE_MS = 3_000

const serverAt = async (place: DataPlace): Promise<HostFacts['server']> => {
  const answer = await place.request('status', {}, PATIENCE_MS)
  if (answer.ok) return { kind: 'running', state: String((answer.value as { readonly state: unknown }).state) }
  const holder = place.holder()
  return holder ? { kind: 'silent', pid: holder.pid } : { kind: 'none' }
}

const checkPort = async ({ host, port }: TriedSettings): Promise<HostFacts['port']> => ({
  address: `${host}:${port}`,
  problem: await probePort(host, port),
})

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
