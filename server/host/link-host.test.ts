import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { linkHost } from './call-host.ts'
import { getSocketPath } from './socket.ts'
import { serveHost } from './socket-server.ts'

const open = () => {
  const directory = mkdtempSync(join(tmpdir(), 'plimsoll-link-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const path = getSocketPath(directory)
  const steps: string[] = []
  const link = linkHost(path, async () => {
    steps.push('open')
    return { verbs: { where: async () => 'here' }, close: () => steps.push('close') }
  })
  return { path, link, steps }
}

it('runs the verb in this process when no server runs, and releases what it opened', async () => {
  const { link, steps } = open()
  expect(await link.call('where', {})).toEqual({ ok: true, value: 'here' })
  expect(await link.call('who', {})).toMatchObject({ ok: false, error: { code: 'UNKNOWN_VERB' } })
  expect(steps).toEqual(['open', 'close', 'open', 'close'])
})

it('queries the server when one runs, and opens nothing', async () => {
  const { path, link, steps } = open()
  const server = await serveHost({ path, verbs: { where: async () => 'there' } })
  onTestFinished(() => server.close())
  expect(await link.call('where', {})).toEqual({ ok: true, value: 'there' })
  expect(await link.call('who', {})).toMatchObject({ ok: false, error: { code: 'UNKNOWN_VERB' } })
  expect(steps).toEqual([])
})
