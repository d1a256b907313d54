import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { findNatsFault, readNatsServers } from '../../server/adapters/bus/nats-servers.ts'
import { loadConfig } from '../../server/config/config.ts'
import { VERSION } from '../../server/project.ts'
import { natsMissing, startNats } from '../support/nats.ts'
import { aTempDirectory } from '../support/temp-directory.ts'

interface Service {
  readonly image: string
  readonly command?: readonly string[]
  readonly build?: { readonly dockerfile: string }
  readonly healthcheck?: { readonly test: readonly string[] }
  readonly read_only?: boolean
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly ports?: readonly string[]
  readonly volumes?: readonly string[]
  readonly secrets?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

interface Compose {
  readonly name: string
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, { readonly name?: string }>>
  readonly secrets: Readonly<Record<string, { readonly file: string }>>
}

/** Reads a compose file with its defaults in place of variables. */
const readCompose = (file: string): Compose =>
  parse(readFileSync(file, 'utf8').replace(/\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true })

/** Runs the script that creates the secrets in a folder of its own, and returns the folder. */
const makeSecrets = (): string => {
  const folder = aTempDirectory()
  mkdirSync(join(folder, 'ops'))
  cpSync('ops/compose', join(folder, 'ops/compose'), { recursive: true })
  execFileSync('sh', [join(folder, 'ops/compose/make-secrets.sh')])
  return folder
}

const isOurs = ({ image }: Service): boolean => image.startsWith('plimsoll:')

describe.each(['compose.yaml', 'compose.scaled.yaml'])('%s', (file) => {
  const { name, services, volumes, secrets } = readCompose(file)
  const all = Object.entries(services)

  it('has a fixed project name, so that a renamed folder keeps its volumes', () => {
    expect(name).toMatch(/^plimsoll/)
  })

  it('pins every image, and builds its own in the version of the project', () => {
    for (const [service, { image, build }] of all) {
      expect(image, service).toMatch(/^[\w./-]+:v?\d+\.\d+/)
      if (!isOurs({ image })) continue
      expect([image, build?.dockerfile], service).toEqual([`plimsoll:${VERSION}`, 'Containerfile'])
    }
  })

  it('publishes ports on the loopback address only', () => {
    for (const [service, { ports = [] }] of all) {
      for (const port of ports) expect(port, service).toMatch(/^127\.0\.0\.1:\d+:\d+$/)
    }
  })

  it('grants no container more rights than it needs', () => {
    for (const [service, { read_only, cap_drop, security_opt, volumes: mounts = [] }] of all) {
      expect(security_opt, service).toEqual(['no-new-privileges:true'])
      expect(mounts.join(' '), service).not.toContain('docker.sock')
      // PostgreSQL starts as root to take over its volume.
      if (service !== 'postgres') expect([read_only, cap_drop], service).toEqual([true, ['ALL']])
    }
  })

  it('mounts declared volumes and existing files', () => {
    const sources = all.flatMap(([, { volumes: mounts = [] }]) => mounts.map((mount) => mount.split(':')[0] ?? ''))
    for (const source of sources) {
      expect(source.startsWith('./') ? existsSync(source) : source in volumes, source).toBe(true)
    }
    const data = all.filter(([, service]) => isOurs(service)).map(([, { volumes: mounts = [] }]) => mounts)
    expect(data.every((mounts) => mounts.some((mount) => mount.endsWith(':/data')))).toBe(true)
    expect(new Set(data.flat()).size).toBe(data.flat().length)
  })

  it('checks the health of every service whose image does not', () => {
    for (const [service, { image, healthcheck }] of all) {
      if (!isOurs({ image })) expect(healthcheck?.test[0], service).toMatch(/^CMD/)
    }
  })

  it('reads secrets from files that the script creates', () => {
    const folder = makeSecrets()
    for (const [service, { secrets: names = [] }] of all)
      for (const name of names) expect(secrets, service).toHaveProperty(name)
    for (const { file } of Object.values(secrets)) expect(existsSync(join(folder, file)), file).toBe(true)
  })

  it('has settings that the program accepts', () => {
    const folder = makeSecrets()
    for (const [service, { environment = {}, ...container }] of all) {
      if (!isOurs(container)) continue
      const env = Object.entries(environment).map(([key, value]) => [key, value.replace('/run', folder)])
      const config = loadConfig(Object.fromEntries(env), {})
      expect(config, service).toMatchObject({ ok: true })
    }
  })
})

it.skipIf(natsMissing)('creates a configuration of NATS that accepts its users only', async () => {
  const folder = makeSecrets()
  const read = (name: string): string => readFileSync(join(folder, 'secrets', name), 'utf8').trim()
  const configuration = read('nats-config')
    .replace(/^listen: .*$/m, '')
    .replace(/^http: .*$/m, '')
  const server = await startNats(configuration)
  const servers = readNatsServers(read('bus-url').replace('nats:4222', server.address))
  expect(await findNatsFault(servers, 'main')).toBe(undefined)
  expect(await findNatsFault(readNatsServers(server.url), 'main')).toMatch(/authorization violation/i)
  await server.stop()
})

it('creates secrets once, and lets only the owner access their folder', () => {
  const folder = makeSecrets()
  const admin = readFileSync(join(folder, 'secrets/admin'), 'utf8')
  expect(admin).toMatch(/^admin:[0-9a-f]{36}\n$/)
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
  const password = readFileSync(join(folder, 'secrets/postgres-password'), 'utf8').trim()
  expect(readFileSync(join(folder, 'secrets/store-url'), 'utf8')).toContain(`:${password}@postgres:5432/`)
  writeFileSync(join(folder, 'secrets/metrics-token'), 'token')
  execFileSync('sh', [join(folder, 'ops/compose/make-secrets.sh')])
  expect(readFileSync(join(folder, 'secrets/admin'), 'utf8')).toBe(admin)
  expect(readFileSync(join(folder, 'secrets/metrics-token'), 'utf8')).toBe('token')
})
