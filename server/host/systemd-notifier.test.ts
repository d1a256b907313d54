import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { aTempDirectory } from '../../test/support/temp-directory.ts'
import { openServiceNotifier } from './systemd-notifier.ts'

/** A service manager whose systemd-notify writes each report to a file. */
const aManager = (more: Readonly<Record<string, string>> = {}) => {
  const directory = aTempDirectory()
  const reports = join(directory, 'reports')
  const program = join(directory, 'systemd-notify')
  writeFileSync(program, `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >> '${reports}'\n`)
  chmodSync(program, 0o755)
  writeFileSync(reports, '')
  const errors: string[] = []
  const env = { PATH: `${directory}:${process.env.PATH}`, ...more }
  const notifier = openServiceNotifier({ env, onError: (reason) => errors.push(reason) })
  return { notifier, errors, read: () => readFileSync(reports, 'utf8').split('\n').filter(Boolean) }
}

it('reports once that it is ready, that it runs until it ends, and that it stops', async () => {
  const { notifier, read, errors } = aManager({ NOTIFY_SOCKET: '/run/n', WATCHDOG_USEC: '300000' })
  notifier.ready()
  notifier.ready()
  await expect.poll(() => read().filter((line) => line === '/run/n WATCHDOG=1').length).toBeGreaterThanOrEqual(2)
  notifier.stopping()
  await expect.poll(read).toContain('/run/n STOPPING=1')
  expect(read().filter((line) => line === '/run/n --ready')).toHaveLength(1)
  expect(errors).toEqual([])
})

it('reports nothing without a service manager, and names a report that failed', async () => {
  const { notifier, read } = aManager()
  notifier.ready()
  notifier.stopping()
  expect(read()).toEqual([])
  const errors: string[] = []
  const env = { NOTIFY_SOCKET: '/run/n', PATH: '/nowhere' }
  openServiceNotifier({ env, onError: (reason) => errors.push(reason) }).ready()
  await expect.poll(() => errors).toEqual([expect.stringContaining('systemd-notify')])
})
