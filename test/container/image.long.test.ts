import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { VERSION } from '../../server/project.ts'
import { findMissingComposeTool, openComposeStack } from '../support/compose-stack.ts'
import { aVolume, buildImage, findMissingTool, type Image, startContainer, UID } from '../support/container-image.ts'

const missing = findMissingTool()
const missingForCompose = missing ?? findMissingComposeTool()

const SOON = { timeout: 30_000, interval: 200 }
const MB = 1_000_000
const SIZE_MAX_MB = 350

const ADMIN = 'admin:vultures-harbour-93-ostrich'
const ENV = ['PLIMSOLL_HOST=0.0.0.0', 'PLIMSOLL_INSECURE_HTTP=true', `PLIMSOLL_BOOTSTRAP_ADMIN=${ADMIN}`]

/** Logs in and sends a request to the server of the container; prints the answer. */
const REQUEST = `
const [method, path, body] = process.argv.slice(1)
const url = 'http://127.0.0.1:8080/api/'
const send = (path, method, body, headers) => fetch(url + path, { method, body, headers: { 'content-type': 'application/json', ...headers } })
const [username, password] = '${ADMIN}'.split(':')
const { accessToken } = await (await send('auth/login', 'POST', JSON.stringify({ username, password }))).json()
const answer = await send(path, method, body, { authorization: 'Bearer ' + accessToken })
console.log(answer.status, await answer.text())
`

describe.skipIf(missing !== null)(`the image${missing === null ? '' : ` (needs ${missing})`}`, () => {
  const folder = mkdtempSync('/tmp/plimsoll-image-')
  let image: Image
  beforeAll(() => {
    image = buildImage(folder)
  }, 1_200_000)
  afterAll(() => rmSync(folder, { recursive: true, force: true }), 600_000)

  type Container = ReturnType<typeof startContainer>
  const request = ({ exec }: Container, ...args: readonly string[]) =>
    exec('node', '--input-type=module', '--eval', REQUEST, ...args).out

  const health = ({ exec }: Container) => {
    const [kind, ...command] = image.config.Healthcheck.Test
    expect(kind).toBe('CMD')
    return exec(...command)
  }

  it('runs as a fixed user, checks its health, detects a missing volume, and is small', async ({ annotate }) => {
    const { User, StopSignal, Volumes } = image.config
    expect([User, StopSignal, Volumes ?? {}]).toEqual([`${UID}:${UID}`, 'SIGTERM', {}])
    const { stdout } = spawnSync('du', ['--summarize', '--bytes', image.root], { encoding: 'utf8' })
    const sizeMb = Number.parseInt(stdout, 10) / MB
    await annotate(`size of the image: ${sizeMb.toFixed(0)} MB`)
    expect(sizeMb).toBeLessThan(SIZE_MAX_MB)
  })

  it('trades with a read-only root and no capabilities, and keeps a volume through a kill', {
    timeout: 180_000,
  }, async ({ annotate }) => {
    const data = aVolume(join(folder, 'volume'))
    const first = startContainer(image, folder, { name: 'first', data, env: ENV })
    await first.started()
    expect(health(first)).toMatchObject({ status: 0, out: expect.stringContaining('State') })
    await vi.waitFor(() => {
      const order = '{"symbol":"BTCUSDT","side":"BUY","type":"MARKET","qty":"0.002"}'
      expect(request(first, 'POST', 'v381/trading/order', order)).toMatch(/^201 /)
    }, SOON)
    expect(first.exec('plimsoll', 'stop', '--reason', 'the test goes on').status).toBe(0)
    await first.stop('SIGKILL')

    const second = startContainer(image, folder, { name: 'second', data, env: ENV })
    await second.started()
    await annotate(`CPU time of the start: ${second.cpuMs()} ms`)
    expect(second.err()).not.toContain('WARNING')
    expect(request(second, 'GET', 'v381/trading/positions')).toMatch(/^200 .*"symbol":"BTCUSDT"/)
    expect(health(second).out).toContain('HALTED')
    expect(second.exec('plimsoll', 'audit', 'verify').out).toContain('intact')
    expect(await second.stop('SIGTERM')).toBe(0)
  })

  it('does not start without a volume, and names the command that mounts one', async () => {
    const container = startContainer(image, folder, { name: 'unmounted', data: null, env: ENV })
    expect(await container.ended).toBe(1)
    expect(container.err()).toContain(
      'plimsoll: WARNING: /data is inside the container and is deleted with it: account, history, users and keys will be ' +
        'lost. Mount a volume there: docker run --volume plimsoll-data:/data …',
    )
    expect(container.out() + container.err()).toContain('read-only file system')
  })

  it('does not start on a volume of another user, and names the command that changes its owner', async () => {
    const data = aVolume(join(folder, 'foreign'), 1000)
    const container = startContainer(image, folder, { name: 'foreign', data, env: ENV })
    expect(await container.ended).toBe(1)
    expect(container.err()).toContain('/data belongs to user 1000, but this process runs as user 10001')
    expect(container.err()).toContain('Change its owner: chown -R 10001 /data')
  })

  const title = `runs as compose.yaml describes${missingForCompose === null ? '' : ` (needs ${missingForCompose})`}`
  it.skipIf(missingForCompose !== null)(title, { timeout: 300_000 }, async () => {
    const archive = join(folder, 'image.tar')
    image.save(archive, `plimsoll:${VERSION}`)
    const stack = openComposeStack(join(folder, 'compose'), 'compose.yaml', archive)
    onTestFinished(stack.close)
    const status = () => stack.exec('plimsoll', 'plimsoll', 'status').out
    stack.compose('up', '--detach')
    await vi.waitFor(() => expect(status()).toContain('RUNNING'), SOON)

    const [username, password] = readFileSync(join(stack.project, 'secrets/admin'), 'utf8').trim().split(':')
    const send = async (path: string, body: object, headers = {}): Promise<Response> => {
      const init = {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }
      return fetch(`http://127.0.0.1:8080/api/${path}`, init)
    }
    const { accessToken } = JSON.parse(await (await send('auth/login', { username, password })).text())
    const order = { symbol: 'BTCUSDT', side: 'BUY', type: 'MARKET', qty: '0.002' }
    await vi.waitFor(async () => {
      const { status } = await send('v381/trading/order', order, { authorization: `Bearer ${accessToken}` })
      expect(status).toBe(201)
    }, SOON)

    const process = stack.exec('plimsoll', 'cat', '/proc/1/status').out
    expect(process).toMatch(/^CapBnd:\t0+$/m)
    expect(process).toMatch(/^NoNewPrivs:\t1$/m)
    expect(stack.exec('plimsoll', 'touch', '/opt/plimsoll/file').err).toContain('Read-only file system')
    expect(stack.exec('plimsoll', 'plimsoll', 'stop', '--reason', 'the test goes on').status).toBe(0)
    expect(stack.compose('run', '--rm', '--no-deps', 'plimsoll', 'migrate', '--check')).toContain('Migration    none')

    stack.compose('down')
    expect(stack.podman('volume', 'ls', '--quiet')).toBe('plimsoll_data')
    stack.compose('up', '--detach')
    await vi.waitFor(() => expect(status()).toContain('HALTED'), SOON)
    expect(status()).toContain('Positions    1 open')
  })

  it('contains no compiler, no npm and no secret', () => {
    for (const path of ['usr/local/bin/npm', 'usr/bin/gcc', 'opt/plimsoll/node_modules/vite', 'opt/plimsoll/server']) {
      expect(spawnSync('test', ['-e', join(image.root, path)]).status, path).toBe(1)
    }
    expect(readFileSync(join(image.root, 'etc/passwd'), 'utf8')).toContain(`plimsoll:x:${UID}:${UID}:`)
  })
})
