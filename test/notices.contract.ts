import { setTimeout } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Notice, OpenNotices } from '../server/scaled/ports.ts'

/** A server that carries notifications, and can be restarted. */
export interface NoticeServer {
  open(account: string): OpenNotices
  /** Kills the server and starts it again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** Longer than a lost connection takes to be reopened. */
const WITHIN_MS = 20_000

/** Time in which a notification arrives that is going to. */
const SOON_MS = 300

/** What every implementation of the notifications between the processes of an account guarantees. */
export const describeNotices = (name: string, start: () => Promise<NoticeServer>, missing: string | undefined) =>
  describe.skipIf(missing)(`notices over ${name}${missing === undefined ? '' : ` (${missing})`}`, () => {
    let server: NoticeServer
    let accounts = 0
    const opened: OpenNotices[] = []
    const open = (account: string): OpenNotices => {
      const notices = server.open(account)
      opened.push(notices)
      return notices
    }
    /** Counts the notifications of one kind. */
    const count = (notices: OpenNotices, notice: Notice = 'log') => {
      const counted = { received: 0, end: () => {} }
      counted.end = notices.listen(notice, () => void counted.received++)
      return counted
    }
    type Counted = ReturnType<typeof count>
    /** Sends until each has received something, as a connection may not be open yet; then counts from zero. */
    const untilReceived = async (sender: OpenNotices, listeners: readonly Counted[], notice: Notice = 'log') => {
      await vi.waitFor(() => {
        sender.send(notice)
        for (const { received } of listeners) expect(received).toBeGreaterThan(0)
      }, WITHIN_MS)
      await setTimeout(SOON_MS)
      for (const listener of listeners) listener.received = 0
    }
    const nextAccount = () => `Account-${++accounts}`

    beforeAll(async () => {
      server = await start()
    })
    afterEach(() => Promise.all(opened.splice(0).map((notices) => notices.close())))
    afterAll(() => server.stop())

    it('reach all processes of the account, including the sender, and no other account', async () => {
      const account = nextAccount()
      const [first, second, stranger] = [open(account), open(account), open(nextAccount())]
      const received = [count(first), count(second), count(second)]
      const [other, unrelated] = [count(stranger), count(second, 'stops')]
      await untilReceived(first, received)
      await untilReceived(stranger, [other])
      first.send('log')
      await vi.waitFor(() => expect(received.map((each) => each.received)).toEqual([1, 1, 1]), WITHIN_MS)
      await setTimeout(SOON_MS)
      expect([other.received, unrelated.received]).toEqual([0, 0])
    })

    it('are combined when they are sent at once, and each kind arrives', async () => {
      const notices = open(nextAccount())
      const [log, stops] = [count(notices), count(notices, 'stops')]
      await untilReceived(notices, [log])
      for (let sent = 0; sent < 1_000; sent++) notices.send(sent % 2 === 0 ? 'log' : 'stops')
      await vi.waitFor(() => expect([log.received, stops.received]).toEqual([1, 1]), WITHIN_MS)
      await setTimeout(SOON_MS)
      expect([log.received, stops.received]).toEqual([1, 1])
    })

    it('arrive after every burst, however short its distance to the last one', async () => {
      const [sender, receiver] = [open('burst'), open('burst')]
      const counted = count(receiver)
      await untilReceived(sender, [counted])
      for (let burst = 0; burst < 200; burst++) {
        sender.send('log')
        await vi.waitFor(() => expect(counted.received).toBeGreaterThan(0), { timeout: WITHIN_MS, interval: 1 })
        counted.received = 0
      }
    })

    it('end for a listener that unsubscribes, and for no other', async () => {
      const notices = open(nextAccount())
      const [ended, other] = [count(notices), count(notices)]
      await untilReceived(notices, [ended, other])
      ended.end()
      notices.send('log')
      await vi.waitFor(() => expect(other.received).toBe(1), WITHIN_MS)
      expect(ended.received).toBe(0)
    })

    it('resume after a restart of the server; sending meanwhile neither throws nor waits', async () => {
      const account = nextAccount()
      const [first, second] = [open(account), open(account)]
      const received = [count(first), count(second)]
      await untilReceived(first, received)
      const restarting = server.restart()
      const answers = Array.from({ length: 10_000 }, () => first.send('log'))
      expect(new Set(answers)).toEqual(new Set([undefined]))
      await restarting
      await untilReceived(first, received)
      await untilReceived(second, received)
    })

    it('end when they are closed, during a connection and before the first one', async () => {
      const account = nextAccount()
      const [sender, closed] = [open(account), open(account)]
      const [alive, silent] = [count(sender), count(closed)]
      await untilReceived(sender, [alive, silent])
      const closing = closed.close()
      closed.send('log')
      await setTimeout(0)
      closed.send('log')
      await closing
      await setTimeout(SOON_MS)
      silent.received = 0
      sender.send('log')
      closed.send('log')
      await vi.waitFor(() => expect(alive.received).toBeGreaterThan(0), WITHIN_MS)
      await setTimeout(SOON_MS)
      expect(silent.received).toBe(0)
      const early = open(account)
      count(early)
      await early.close()
      await open(account).close()
    })
  })
