import { expect, it } from 'vitest'
import { openRequests } from './open-routes.ts'

it('matches the routes that the server registers without a token', async () => {
  const requests = (await openRequests()).map(({ method, path }) => `${method} ${path}`)
  expect(requests.length).toBeGreaterThan(25)
  expect(requests.filter((request) => /[:*]/.test(request))).toEqual([])
  expect(requests).toEqual(
    expect.arrayContaining([
      'GET /',
      'GET /api-docs',
      'GET /api-docs/static/swagger-ui-bundle.js',
      'GET /api/monitor/public-status-truth',
      'GET /docs/',
      'GET /ws',
      'POST /api/auth/login',
      'POST /api/auth/refresh',
    ]),
  )
})
