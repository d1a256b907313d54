/*
 * Shows an offline page when the console cannot be loaded. Nothing else is cached: the console never shows old data or
 * an old build as if it were current.
 */
const CACHE = 'offline'
const PAGE = '/offline.html'
const STYLE = '/offline.css'

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([PAGE, STYLE])))
})

const fetchOr = async (request, cached) => {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(cached)) ?? Response.error()
  }
}

addEventListener('fetch', (event) => {
  const { request } = event
  if (request.mode === 'navigate') event.respondWith(fetchOr(request, PAGE))
  else if (new URL(request.url).pathname === STYLE) event.respondWith(fetchOr(request, STYLE))
})
