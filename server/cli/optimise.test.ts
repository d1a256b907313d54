import { describe, expect, it } from 'vitest'
import type { Trial } from '../research/search/trial.ts'
import { aResearch, aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'
import type { FinishedSearch, FinishedWalk, Research, SearchRequest, WalkRequest } from './research-parts.ts'

const aTrial = (number: number, value: number | null): Trial => ({
  number,
  point: [number],
  params: { stopAtr: 1 + number },
  share: 1,
  value,
  trades: 40,
  net: '12.50000000',
  returns: [],
  engine: 'fast',
})

const VERDICT = { luck: 1.4, deflatedSharpe: 0.97, overfit: 0.1, mean: 0.8 }

const notHere = (): never => {
  throw new Error('not for these')
}

/** Runs a command line with these verbs of research alone. */
const runWith = async (verbs: Partial<Research>, args: readonly string[]) => {
  const openResearch = async () => aResearch(verbs)
  const { terminal, output } = aTerminal()
  const common = { version: '0', terminal, start: notHere, host: notHere, audit: notHere, dataDir: () => '/data' }
  const exit = await runCli({ ...common, ...engineParts(), openResearch }, args)
  return { exit, ...output }
}

const run = async (
  args: readonly string[],
  verdict: Partial<FinishedSearch['verdict']> = {},
  { isInterrupted = false, stopped = [] }: { isInterrupted?: boolean; stopped?: readonly Trial[] } = {},
) => {
  const requests: SearchRequest[] = []
  const trials = [aTrial(0, 0.5), aTrial(1, null), aTrial(2, 2.25), ...stopped]
  const optimise: Research['optimise'] = async (request) => {
    requests.push(request)
    const [, , best] = trials as [Trial, Trial, Trial]
    return {
      searchId: 'opt_1',
      trials,
      isInterrupted,
      earlierTrials: 7,
      isVerified: true,
      verdict: { ...VERDICT, chosen: best, best, ...verdict },
    }
  }
  return { requests, ...(await runWith({ optimise }, ['optimise', ...args])) }
}

const RUN = ['S05', '--symbols', 'BTCUSDT', '--from', '2024-02', '--to', '2025-01']
const SPACE = ['--space', 'stopAtr=1..3/0.5,targetAtr=2..4']

describe('plimsoll optimise', () => {
  it('requests the search, and prints what was chosen and how far it can be trusted', async () => {
    const { exit, out, requests } = await run([...RUN, ...SPACE, '--workers', '2'])
    expect(exit).toBe(0)
    expect(requests[0]).toMatchObject({
      backtest: { strategy: 'S05', symbols: ['BTCUSDT'] },
      sampler: 'tpe',
      pruner: 'none',
      objective: 'sharpe',
      trials: 15,
      seed: 1,
      workers: 2,
    })
    expect(out).toBe(
      [
        'The result is unlikely to be due to luck.',
        '',
        'Search       opt_1, 3 trials by tpe, 7 other trials of this strategy',
        'Chosen       trial 2: stopAtr=3, 2.25, 40 trades, net 12.50000000',
        'Highest      trial 2: stopAtr=3, 2.25, 40 trades, net 12.50000000',
        'Driver       fast for 3 trials, exact for 0; the chosen trial has the same trades with both',
        'Mean         sharpe 0.80',
        'Luck         highest Sharpe ratio expected without skill: 1.40 a year',
        'Deflated     probability that the chosen Sharpe ratio exceeds luck: 97%',
        'Overfitting  probability: 10%',
        '',
        'TRIAL  SHARPE  TRADES  NET          PARAMETERS',
        '2      2.25    40      12.50000000  stopAtr=3',
        '0      0.50    40      12.50000000  stopAtr=1',
        '',
      ].join('\n'),
    )
  })

  it('reports first that an interrupted search is incomplete', async () => {
    const { out } = await run([...RUN, ...SPACE], {}, { isInterrupted: true })
    expect(out.split('\n')[0]).toBe('Incomplete: 3 of 15 trials. Run the same command again to continue.')
  })

  it('prints the net result as a share of the balance', async () => {
    const { out } = await run([...RUN, ...SPACE, '--objective', 'net'])
    expect(out).toContain('Chosen       trial 2: stopAtr=3, 225.00%, 40 trades, net 12.50000000')
    expect(out).toContain('TRIAL  RETURN   TRADES')
  })

  it('counts the trials that a pruner stopped, and lists only the others', async () => {
    const stopped = [{ ...aTrial(3, 9), share: 0.25 }]
    const { out, requests } = await run([...RUN, ...SPACE, '--pruner', 'asha'], {}, { stopped })
    expect(requests[0]?.pruner).toBe('asha')
    expect(out).toContain('Pruned       1 trial stopped before the end of the range\n')
    expect(out).not.toContain('stopAtr=4')
  })

  it.each([
    [{ overfit: 0.6 }, 'Do not trust this: overfitted with a probability of 60%.'],
    [
      { overfit: null, deflatedSharpe: 0.4 },
      'overfitting cannot be measured with so few days; no better than chance, given this many trials',
    ],
    [{ chosen: null }, 'No trial has enough trades to be scored.'],
  ])('with %j prints %j', async (verdict, sentence) => {
    expect((await run([...RUN, ...SPACE], verdict)).out).toContain(sentence)
  })

  it.each([
    [[...RUN], '--space'],
    [[...RUN, '--space', 'stopAtr'], "'stopAtr' is not a range."],
    [[...RUN, ...SPACE, '--trials', '0'], 'Specify 1 to 2000 trials.'],
    [[...RUN, ...SPACE, '--workers', '99'], 'Specify 1 to 8 workers.'],
    [[...RUN, ...SPACE, '--sampler', 'luck'], 'Allowed choices are grid, sobol, random, tpe'],
  ])('rejects %j', async (args, message) => {
    const { exit, err, requests } = await run(args)
    expect([exit, requests]).toEqual([2, []])
    expect(err).toContain(message)
  })
})

describe('plimsoll walk-forward', () => {
  const DAY_MS = 86_400_000
  const range = (from: number, to: number) => ({ fromMs: from * DAY_MS, toMs: to * DAY_MS })
  const WALK: FinishedWalk = {
    walkId: 'walk_1',
    deployment: '/data/research/runs/walk_1/deployment.json',
    windows: [
      {
        window: { train: range(0, 180), test: range(181, 211), isHoldout: false },
        searchId: 'opt_1',
        chosen: aTrial(1, 2),
        tested: aTrial(1, 1),
      },
      {
        window: { train: range(30, 210), test: range(211, 241), isHoldout: true },
        searchId: 'opt_2',
        chosen: null,
        tested: null,
      },
    ],
    verdict: { windows: 1, positive: 1, efficiency: 0.75, sharpe: 1.25, trades: 40, holdoutNet: null },
  }

  const walk = async (args: readonly string[], verdict: Partial<FinishedWalk['verdict']> = {}) => {
    const requests: WalkRequest[] = []
    const walkForward: Research['walkForward'] = async (request) => {
      requests.push(request)
      return { ...WALK, verdict: { ...WALK.verdict, ...verdict } }
    }
    return { requests, ...(await runWith({ walkForward }, ['walk-forward', ...RUN, ...SPACE, ...args])) }
  }

  it('requests the windows, and prints each with the verdict', async () => {
    const { exit, out, requests } = await walk(['--train', '90d', '--holdout', '60d', '--anchored'])
    expect(exit).toBe(0)
    expect(requests[0]?.plan).toEqual({
      trainMs: 90 * DAY_MS,
      testMs: 30 * DAY_MS,
      embargoMs: DAY_MS,
      holdoutMs: 60 * DAY_MS,
      anchored: true,
    })
    expect(out.split('\n')).toEqual([
      'The tests confirm the training results.',
      '',
      'Run          walk_1',
      'Deployment   /data/research/runs/walk_1/deployment.json',
      'Tests        1, positive: 100%, 40 trades',
      'Efficiency   annual return of tests over training, median: 0.75',
      'Sharpe       of all tests combined: 1.25',
      'Holdout      none',
      '',
      'TRAINED                TESTED                           PARAMETERS  TRAINING     TEST NET     TRADES',
      '1970-01-01…1970-06-30  1970-07-01…1970-07-31            stopAtr=2   12.50000000  12.50000000  40',
      '1970-01-31…1970-07-30  1970-07-31…1970-08-30 (holdout)  no choice                             0',
      '',
    ])
  })

  it.each([
    [{ efficiency: 0.2 }, 'Do not trust this: tests earn less than half of the training return.'],
    [
      { efficiency: null, positive: 0.5, holdoutNet: '-1' },
      'no training range was profitable; fewer than two thirds of the tests are positive; the holdout lost money.',
    ],
  ])('with %j prints %j', async (verdict, sentence) => {
    expect((await walk([], verdict)).out).toContain(sentence)
  })

  it('rejects an invalid length', async () => {
    expect(await walk(['--train', 'long'])).toMatchObject({ exit: 2, requests: [] })
  })
})
