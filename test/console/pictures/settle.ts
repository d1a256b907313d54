import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { PNG } from 'pngjs'
import { findDifference } from './compare.ts'
import { type Appearance, type Stage, takePicture } from './pictures.ts'
import { shrink } from './shrink.ts'

/** Time between two pictures of a page that may still change. */
const APART_MS = 250
/** Pictures without a change that are needed in a row to take it as final. */
const STILL = 8

/**
 * Returns the picture of a page as soon as it is as expected; otherwise once it no longer changes. A page that loads
 * slowly is waited for, and one that is as expected costs a single picture.
 */
export const settle = async ({ page, server }: Stage, { isHalved }: Appearance, expected?: PNG): Promise<PNG> => {
  let picture = await takePicture(page)
  let shrunk = shrink(picture, isHalved)
  let still = 0
  while (still < STILL && !(expected && !findDifference(expected, shrunk))) {
    await setTimeout(APART_MS)
    const next = await takePicture(page)
    const isSame = next.equals(picture)
    still = isSame && server.pending === 0 && (await hasLoaded(page)) ? still + 1 : 0
    if (!isSame) shrunk = shrink(next, isHalved)
    picture = next
  }
  return shrunk
}

const hasLoaded = (page: Page): Promise<boolean> =>
  page.evaluate("document.readyState === 'complete' && document.fonts.status === 'loaded'")
