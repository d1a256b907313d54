import { Command } from 'commander'
import { expect, it } from 'vitest'
import type { VenueFlags } from '../../venue/venue-flags.ts'
import { addVenue } from './venue.ts'

const typed = async (...args: readonly string[]): Promise<VenueFlags> => {
  let given: VenueFlags = {}
  const program = new Command('plimsoll').option('--data-dir <directory>').option('--json').exitOverride()
  addVenue(program, {
    runVenue: async (flags) => {
      given = flags
    },
  })
  await program.parseAsync(args, { from: 'user' })
  return given
}

it('passes on the given flags, global options included, and nothing else', async () => {
  expect(await typed('venue')).toEqual({})
  expect(await typed('venue', '--port', '0', '--api-key', 'K', '--loop', '--data-dir', '/d', '--json')).toEqual({
    port: '0',
    apiKey: 'K',
    loop: true,
    dataDir: '/d',
    json: true,
  })
})
