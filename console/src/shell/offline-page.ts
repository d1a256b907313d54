/** Registers the service worker that shows an explanatory page when the console cannot be loaded. */
export const registerOfflinePage = (): void => {
  if (!('serviceWorker' in navigator)) return
  const register = () => navigator.serviceWorker.register('/offline-worker.js')
  addEventListener('load', () => void register().catch(() => {}), { once: true })
}
