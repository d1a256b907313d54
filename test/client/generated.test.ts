import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { clientSources } from '../../scripts/generate-client.ts'

const FOLDER = 'client/src/generated'

it('is up to date with contract and routes; otherwise run `npm run generate:client`', async () => {
  const made = await clientSources()
  expect(
    readdirSync(FOLDER)
      .map((name) => `${FOLDER}/${name}`)
      .sort(),
  ).toEqual([...made.keys()].filter((file) => file.startsWith(FOLDER)).sort())
  const outdated = [...made].filter(([file, text]) => readFileSync(file, 'utf8') !== text).map(([file]) => file)
  expect(outdated, 'run `npm run generate:client` and commit what it writes').toEqual([])
})
