import { expect, it } from 'vitest'
import { describeInBrowser, setStage } from './stage.ts'
import { APPEARANCES, expectWell, logIn } from './watched-page.ts'

interface Manifest {
  readonly start_url: string
  readonly display: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly type: string }[]
}

/** Width and height in the header of a PNG file. */
const readSize = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

describeInBrowser('an installed console', () => {
  const stage = setStage({ autotrading: 'off' })
  const fetchFile = (path: string) => fetch(stage.server.platform.url + path)

  it('has a manifest whose icons have the sizes it declares', async () => {
    const { page } = await stage.open()
    const path = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? ''
    const response = await fetchFile(path)
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    const manifest = (await response.json()) as Manifest
    expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' })
    for (const { src, sizes, type } of manifest.icons) {
      const icon = await fetchFile(src)
      expect(icon.headers.get('content-type')).toBe(type)
      if (type === 'image/png') expect(readSize(Buffer.from(await icon.arrayBuffer()))).toBe(sizes)
    }
    const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
    expect((await fetchFile(touchIcon ?? '')).status).toBe(200)
  })

  it.each(APPEARANCES)(
    'explains a missing connection, $viewport.width px wide in the $colorScheme theme',
    async (appearance) => {
      const { page, refused } = await stage.open({ serviceWorkers: 'allow', ...appearance })
      await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
      await page.context().setOffline(true)
      await page.goto(`${stage.server.platform.url}/positions`)
      await page.getByRole('heading', { name: 'No connection to the server' }).waitFor()
      await expectWell(page)
      await page.context().setOffline(false)
      await page.getByRole('link', { name: 'Try again' }).click()
      await logIn(page)
      await page.getByRole('banner').getByText('PAPER').waitFor()
      expect(refused).toEqual([])
    },
  )

  it('stores nothing but that page', async () => {
    const { page } = await stage.enter('admin', { serviceWorkers: 'allow' })
    await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
    await page.reload()
    await page.getByRole('banner').getByText('PAPER').waitFor()
    const stored = `caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))
      .then((requests) => requests.flat().map(({ url }) => new URL(url).pathname).sort())`
    expect(await page.evaluate(stored)).toEqual(['/offline.css', '/offline.html'])
  })
})
