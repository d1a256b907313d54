import { describe, expect, it } from 'vitest'
import type { ConsoleManifest } from '../../../contract/monitor/console-manifest.ts'
import { aHost, aHttpSource } from '../../../test/support/host-samples.ts'
import { consoleProbesReader } from './http.ts'

const createManifest = (routes: ConsoleManifest['routes']) => async () => ({
  manifest: {
    schemaVersion: '1.0.0' as const,
    builtAt: '2026-01-01T00:00:00.000Z',
    bundleDigest: 'a'.repeat(64),
    routes,
    inlineScripts: 0,
    assets: [],
  },
  bundleDigest: 'a'.repeat(64),
})

const page = (path: string, ...api: ConsoleManifest['routes'][number]['api']) => ({
  path,
  component: 'X',
  roles: [],
  api,
})

const read = (http = aHttpSource(), routes: ConsoleManifest['routes'] = []) =>
  consoleProbesReader.read({ host: aHost({ http: () => http, consoleManifest: createManifest(routes) }) }, 0)

describe('the probes of the console', () => {
  it('request pages and reads with a fixed address, and nothing that writes', async () => {
    const http = aHttpSource(200)
    const reading = await read(http, [
      page('/trade/:symbol', { method: 'POST', path: '/api/v381/trading/order' }),
      page('/', { method: 'GET', path: '/api/a' }, { method: 'GET', path: '/api/b/:id' }),
    ])
    expect(http.requestedPaths).toEqual(['/', '/', '/api/a'])
    expect(reading).toEqual({
      value: {
        pages: [{ path: '/', status: 200 }],
        reads: [{ path: '/api/a', status: 200 }],
        policy: "default-src 'none'",
      },
      observedAtMs: 0,
      sampleSize: 2,
    })
  })

  it('omit rejections by the quota of unauthenticated callers', async () => {
    expect((await read(aHttpSource(429), [page('/a')]))?.value).toMatchObject({ pages: [], reads: [] })
  })

  it('are none while there is no server or no console', async () => {
    const none = { http: () => undefined, consoleManifest: createManifest([]) }
    expect(await consoleProbesReader.read({ host: aHost(none) }, 0)).toBeUndefined()
    const unbuilt = { http: () => aHttpSource(), consoleManifest: async () => undefined }
    expect(await consoleProbesReader.read({ host: aHost(unbuilt) }, 0)).toBeUndefined()
  })
})
