import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../../server/core/random.ts'
import { copyDirectory, flipBit, killedDirectory, type Started, startOn } from '../../durability/data-directory.ts'
import type { Attack, AttackOptions, Findings } from '../attack.ts'

const ENGINE = join('simulated-paper', 'engine.sqlite')
const FILES = [
  `${ENGINE}-wal`,
  ENGINE,
  join('simulated-paper', 'engine.seal'),
  'identity.sqlite',
  'identity.sqlite-wal',
  join('audit', 'log.jsonl'),
  join('audit', 'head'),
  join('audit', 'key'),
  join('audit', 'checkpoints.jsonl'),
]

/**
 * Returns the content of a start without texts an attack may change: rows of a database have no checksum of their own.
 */
const contentText = ({ facts, orders, users }: Started): string => JSON.stringify([facts, orders.length, users])

type Fate = 'found' | 'refused' | 'without effect' | 'lost in silence' | 'refused without a remedy'

/** Damages one file of a copy, and returns a description of the damage. */
const damage = (copy: string, random: () => number): string => {
  const file = FILES[Math.floor(random() * FILES.length)] ?? ENGINE
  const path = join(copy, file)
  const bit = Math.floor(random() * readFileSync(path).length * 8)
  const how = random()
  if (how < 0.05) rmSync(path)
  else if (how < 0.1) truncateSync(path, bit >> 3)
  else flipBit(path, bit)
  return `${file}, ${how < 0.05 ? 'deleted' : how < 0.1 ? `cut at ${bit >> 3}` : `bit ${bit} flipped`}`
}

const determineFate = async (copy: string, whole: string): Promise<Fate> => {
  try {
    const started = await startOn(copy)
    if (started.findings.length > 0) return 'found'
    return contentText(started) === whole ? 'without effect' : 'lost in silence'
  } catch (error) {
    return /(Restore|[Dd]elete|[Mm]ake|Choose) /.test(String(error)) ? 'refused' : 'refused without a remedy'
  }
}

/**
 * Repeatedly damages a killed data directory: one bit, part of a file, or a whole file. Nothing may be lost silently.
 */
const run = async ({ seconds }: AttackOptions): Promise<Findings> => {
  const base = mkdtempSync(join(tmpdir(), 'plimsoll-damage-'))
  const random = createRandom(Date.now())
  const broken: string[] = []
  const counts = new Map<Fate, number>()
  let tried = 0
  try {
    const { seed } = await killedDirectory(base)
    const whole = contentText(await startOn(copyDirectory(seed, join(base, 'whole'))))
    for (const untilMs = performance.now() + seconds * 1_000; performance.now() < untilMs; tried++) {
      const copy = copyDirectory(seed, join(base, `copy-${tried}`))
      const what = damage(copy, random)
      const fate = await determineFate(copy, whole)
      counts.set(fate, (counts.get(fate) ?? 0) + 1)
      if (fate.includes('silence') || fate.includes('without a')) broken.push(`${fate}: ${what}`)
      rmSync(copy, { recursive: true })
    }
  } finally {
    rmSync(base, { recursive: true })
  }
  return { tried, broken, figures: Object.fromEntries(counts) }
}

export const damagedFiles: Attack = {
  name: 'damaged-files',
  summary: 'files of a data directory damaged, cut or deleted after a kill',
  run,
}
