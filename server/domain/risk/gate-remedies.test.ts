import { expect, it } from 'vitest'
import { GATE_REMEDIES } from './gate-remedies.ts'
import { GATES } from './gates/index.ts'

it('has a remedy for every gate, and loosens none of safety', () => {
  expect(Object.keys(GATE_REMEDIES)).toEqual(GATES.map(({ id }) => id))
  for (const { id, kind } of GATES) {
    const { label, text } = GATE_REMEDIES[id] ?? {}
    expect([id, label, text]).toEqual([id, expect.stringMatching(/^[a-z]/), expect.stringMatching(/^[A-Z].*\.$/)])
    if (kind === 'S') expect(text).not.toMatch(/raise|limit/)
  }
})
