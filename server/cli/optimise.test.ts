import { describe, expect, it } from 'vitest'
import type { Trial } from '../research/search/optimise.ts'
import { aTerminal, engineParts } from './cli-fixture.ts'
import { runCli } from './program.ts'
import type { FinishedSearch, Research, SearchRequest } from './research-parts.ts'

const aTrial = (number: number, value: number | null): Trial => ({
  number,
  point: [number],
  params: { stopAtr: 1 + number },
  value,
  trades: 40,
  net: '12.50000000',
  returns: [],
})

const VERDICT = { luck: 1.4, deflatedSharpe: 0.97, overfit: 0.1, mean: 0.8 }

const run = async (args: readonly string[], verdict: Partial<FinishedSearch['verdict']> = {}) => {
  const requests: SearchRequest[] = []
  const trials = [aTrial(0, 0.5), aTrial(1, null), aTrial(2, 2.25)]
  const notHere = () => {
    throw new Error('not for these')
  }
  const optimise: Research['optimise'] = async (request) => {
    requests.push(request)
    const [, , best] = trials as [Trial, Trial, Trial]
    return { searchId: 'opt_1', trials, earlierTrials: 7, verdict: { ...VERDICT, chosen: best, best, ...verdict } }
  }
  const openResearch = async (): Promise<Research> => ({
    optimise,
    backtest: notHere,
    repeat: notHere,
    list: notHere,
    find: notHere,
  })
  const { terminal, output } = aTerminal()
  const common = { version: '0', terminal, start: notHere, host: notHere, audit: notHere, dataDir: () => '/data' }
  const exit = await runCli({ ...common, ...engineParts(), openResearch }, ['optimise', ...args])
  return { exit, requests, ...output }
}

const RUN = ['S05', '--symbols', 'BTCUSDT', '--from', '2024-02', '--to', '2025-01']
const SPACE = ['--space', 'stopAtr=1..3/0.5,targetAtr=2..4']

describe('plimsoll optimise', () => {
  it('orders the search, and prints what was chosen and how far it can be trusted', async () => {
    const { exit, out, requests } = await run([...RUN, ...SPACE, '--workers', '2'])
    expect(exit).toBe(0)
    expect(requests[0]).toMatchObject({
      backtest: { strategy: 'S05', symbols: ['BTCUSDT'] },
      sampler: 'tpe',
      objective: 'sharpe',
      trials: 15,
      seed: 1,
      workers: 2,
    })
    expect(out).toBe(
      [
        'The chosen parameters stand out from luck.',
        '',
        'Search       opt_1, 3 trials by tpe, 7 other trials of this strategy',
        'Chosen       trial 2: stopAtr=3, 2.25, 40 trades, net 12.50000000',
        'Highest      trial 2: stopAtr=3, 2.25, 40 trades, net 12.50000000',
        'Mean         sharpe 0.80',
        'Luck         highest Sharpe ratio expected without skill: 1.40 a year',
        'Deflated     probability that the chosen Sharpe ratio exceeds luck: 97 %',
        'Overfitting  probability: 10 %',
        '',
        'TRIAL  SHARPE  TRADES  NET          PARAMETERS',
        '2      2.25    40      12.50000000  stopAtr=3',
        '0      0.50    40      12.50000000  stopAtr=1',
        '',
      ].join('\n'),
    )
  })

  it.each([
    [{ overfit: 0.6 }, 'Do not trust this: overfitted with a probability of 60 %.'],
    [{ overfit: null, deflatedSharpe: 0.4 }, 'overfitting cannot be measured in so few days; no better than luck'],
    [{ chosen: null }, 'No trial has enough trades for a figure.'],
  ])('with %j says %j', async (verdict, sentence) => {
    expect((await run([...RUN, ...SPACE], verdict)).out).toContain(sentence)
  })

  it.each([
    [[...RUN], '--space'],
    [[...RUN, '--space', 'stopAtr'], "'stopAtr' is no range."],
    [[...RUN, ...SPACE, '--trials', '0'], 'Give 1 to 2000 trials.'],
    [[...RUN, ...SPACE, '--workers', '99'], 'Give 1 to 8 workers.'],
    [[...RUN, ...SPACE, '--sampler', 'luck'], 'Allowed choices are grid, sobol, random, tpe'],
  ])('refuses %j', async (args, message) => {
    const { exit, err, requests } = await run(args)
    expect([exit, requests]).toEqual([2, []])
    expect(err).toContain(message)
  })
})
