import { expect, it } from 'vitest'
import { limitCycloneDx, limitSpdx } from './bill-of-materials.ts'

const RELEASE = {
  name: 'plimsoll',
  version: '1.0.0',
  builtAt: '2026-01-02T03:04:05.000Z',
  shipped: new Set(['fastify@5.0.0', '@scope/a@1.0.0']),
  digest: 'ab'.repeat(32),
}

it('limits a CycloneDX document to the shipped packages', () => {
  const ours = 'plimsoll@1.0.0'
  const bill = limitCycloneDx(
    {
      serialNumber: 'urn:uuid:random',
      metadata: { timestamp: 'now', component: { name: 'folder', 'bom-ref': ours } },
      components: [{ 'bom-ref': 'fastify@5.0.0' }, { 'bom-ref': '@scope/a@1.0.0' }, { 'bom-ref': 'vitest@4.0.0' }],
      dependencies: [
        { ref: ours, dependsOn: ['fastify@5.0.0', 'vitest@4.0.0'] },
        { ref: 'vitest@4.0.0', dependsOn: [] },
      ],
    },
    RELEASE,
  )
  expect(bill.components.map((component) => component['bom-ref'])).toEqual(['fastify@5.0.0', '@scope/a@1.0.0'])
  expect(bill.dependencies).toEqual([{ ref: ours, dependsOn: ['fastify@5.0.0'] }])
  expect(bill.metadata).toEqual({ timestamp: RELEASE.builtAt, component: { name: 'plimsoll', 'bom-ref': ours } })
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('limits an SPDX document to the shipped packages', () => {
  const spdxPackage = (name: string, versionInfo: string) => ({ name, versionInfo, SPDXID: `SPDXRef-${name}` })
  const relationship = (spdxElementId: string, relatedSpdxElement: string) => ({ spdxElementId, relatedSpdxElement })
  const bill = limitSpdx(
    {
      name: 'plimsoll@1.0.0',
      documentNamespace: 'random',
      creationInfo: { created: 'now' },
      packages: [spdxPackage('plimsoll', '1.0.0'), spdxPackage('fastify', '5.0.0'), spdxPackage('vitest', '4.0.0')],
      relationships: [
        relationship('SPDXRef-DOCUMENT', 'SPDXRef-plimsoll'),
        relationship('SPDXRef-fastify', 'SPDXRef-plimsoll'),
        relationship('SPDXRef-vitest', 'SPDXRef-plimsoll'),
      ],
    },
    RELEASE,
  )
  expect(bill.packages.map(({ name }) => name)).toEqual(['plimsoll', 'fastify'])
  expect(bill.relationships).toHaveLength(2)
  expect(bill.creationInfo.created).toBe(RELEASE.builtAt)
})
