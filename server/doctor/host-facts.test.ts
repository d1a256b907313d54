import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { probePort } from './host-facts.ts'

it('distinguishes a free port from one in use', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  const port = await new Promise<number>((resolve) =>
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)),
  )
  expect(await probePort('127.0.0.1', port)).toEqual({
    fault: `Port ${port} of 127.0.0.1 is in use by another program`,
    remedy: expect.stringMatching(/^Choose another with --port, or stop the program: \w+ /),
  })
  expect(await probePort('127.0.0.1', 0)).toBe(null)
})
