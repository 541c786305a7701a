import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { SETTINGS } from '../src/platform/config.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type TestApp, testApp } from './harness.ts'

/** The files under `deploy` name settings, metrics, files and addresses of the product: each has to exist. */
const ROOT = resolve(import.meta.dirname, '../../..')
const KUBERNETES = 'deploy/kubernetes'
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const manifests = globSync('*.yaml', { cwd: join(ROOT, KUBERNETES) }).sort()
/** Settings of Node, not of the product. */
const OTHERS = ['NODE_OPTIONS']

/** Every value of an object and of what is in it, with its name. */
const within = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]): [string, unknown][] => [[name, one], ...within(one)])
    : []
const named = (value: unknown, name: string) => within(value).flatMap(([key, one]) => (key === name ? [one] : []))
/** The names of a file of settings. */
const settingsIn = (text: string) => [...text.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name)

const compose = z
  .object({
    'x-app': z.object({ environment: z.record(z.string(), z.string()) }),
    services: z.record(z.string(), z.object({ image: z.string().optional() }).loose()),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(read('compose.yaml'), { merge: true }))
const kustomization = z
  .object({
    resources: z.array(z.string()),
    images: z.array(z.object({ name: z.string(), newTag: z.string() })),
    configMapGenerator: z.array(z.object({ literals: z.array(z.string()) })),
    secretGenerator: z.array(z.object({ envs: z.array(z.string()) })),
  })
  .parse(parse(read(`${KUBERNETES}/kustomization.yaml`)))

describe('settings', () => {
  const unknown = (names: readonly string[]) =>
    names.filter((name) => !SETTINGS.includes(name) && !OTHERS.includes(name))

  test('of the containers exist', () => {
    expect(unknown(Object.keys(compose['x-app'].environment))).toEqual([])
    // What it takes from the file is in the file.
    const taken = [...read('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name = '']) => name)
    expect(taken.filter((name) => !settingsIn(read('deploy/compose.env')).includes(name))).toEqual([])
    expect(settingsIn(read('deploy/compose.env')).filter((name) => !taken.includes(name))).toEqual([])
  })

  test('of Kubernetes exist, and its secrets have an example', () => {
    const literals = kustomization.configMapGenerator.flatMap((one) =>
      one.literals.map((line) => line.split('=')[0] ?? ''),
    )
    const secrets = settingsIn(read(`${KUBERNETES}/secret.example.env`))
    expect(unknown([...literals, ...secrets])).toEqual([])
    expect(literals.length * secrets.length).toBeGreaterThan(0)
  })

  test('of the unit exist', () => {
    const [, given = ''] = /^Environment=(.*)$/m.exec(read('deploy/systemd/shiloh.service')) ?? []
    expect(unknown(given.split(' ').map((one) => one.split('=')[0] ?? ''))).toEqual([])
  })
})

describe('files', () => {
  test('the parts of the kustomization exist, and no manifest is left out', () => {
    expect(kustomization.resources.filter((file) => !existsSync(join(ROOT, KUBERNETES, file)))).toEqual([])
    expect([...kustomization.resources, 'kustomization.yaml'].sort()).toEqual(manifests)
    expect(kustomization.secretGenerator.flatMap(({ envs }) => envs)).toEqual(['secret.env'])
  })

  test('programs of the image exist', () => {
    const programs = [
      ...globSync(['compose.yaml', 'Containerfile', 'deploy/**/*.{yaml,service}'], { cwd: ROOT }).flatMap((file) => [
        ...read(file).matchAll(/\b(apps\/api\/src\/[\w/-]+\.ts)/g),
      ]),
    ].map(([, file = '']) => file)
    expect(programs.length).toBeGreaterThan(2)
    expect(programs.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
  })

  test('volumes that are mounted are declared', () => {
    const mounted = named(compose.services, 'volumes')
      .flatMap((list) => z.array(z.string()).parse(list))
      .map((mount) => mount.split(':')[0] ?? '')
    const [files, volumes] = [
      mounted.filter((one) => one.startsWith('.')),
      mounted.filter((one) => !one.startsWith('.')),
    ]
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    expect(volumes.filter((name) => !(name in compose.volumes))).toEqual([])
  })
})

test('images have a tag that does not move by itself', () => {
  const pulled = Object.values(compose.services).flatMap(({ image }) => image ?? [])
  const bases = [...read('Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, image = '']) => image)
  const tags = [...[...pulled, ...bases].filter((image) => image !== 'shiloh').map((image) => image.split(':')[1])]
  for (const tag of [...tags, ...kustomization.images.map(({ newTag }) => newTag)]) {
    expect(tag).toMatch(/\d/)
    expect(tag).not.toBe('latest')
  }
  const images = manifests.flatMap((file) =>
    parseAllDocuments(read(`${KUBERNETES}/${file}`)).flatMap((one) => named(one.toJS(), 'image')),
  )
  expect(new Set(images)).toEqual(new Set(kustomization.images.map(({ name }) => name)))
})

let t: TestApp
let database: TestDatabase
/** The names under which Prometheus knows the metrics of a process. */
let registered: Set<string>
beforeAll(async () => {
  database = await createTestDatabase()
  const { url } = database
  t = await testApp({
    database,
    env: { METRICS_TOKEN: 'a-token-for-the-tests', DATABASE_URL: url, DATABASE_REPLICA_URL: url },
  })
  const { text } = await t.app.deps.metrics.read()
  registered = new Set(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  )
})
afterAll(async () => {
  await t.close()
  await database.close()
})

describe('addresses', () => {
  test('visitors are sent to processes that live, and no process is ended because its database is away', () => {
    const probes = manifests.flatMap((file) =>
      parseAllDocuments(read(`${KUBERNETES}/${file}`)).flatMap((one) =>
        ['startupProbe', 'livenessProbe', 'readinessProbe'].flatMap((name) =>
          named(one.toJS(), name).map(
            (probe) => z.object({ httpGet: z.object({ path: z.string() }) }).parse(probe).httpGet.path,
          ),
        ),
      ),
    )
    expect(probes).toEqual(['/health/live', '/health/live', '/health/live'])
    expect(/health_uri (\S+)/.exec(read('deploy/Caddyfile'))?.[1]).toBe('/health/live')
    expect(read('Containerfile')).toMatch(/HEALTHCHECK[\s\S]*\/health\/live/)
    for (const file of ['bench/drill/cluster.ts', 'docs/how-to/fail-over.md'])
      expect(/httpchk GET (\S+)/.exec(read(file))?.[1], file).toBe('/health/live')
  })

  test('the probes of the files are answered', async () => {
    for (const url of ['/health/live', '/health/ready'])
      expect((await t.app.server.inject({ method: 'GET', url })).statusCode, url).toBe(200)
  })
})

describe('monitoring', () => {
  /** `up` is Prometheus' own. */
  const metricsIn = (expressions: readonly string[]) =>
    expressions.flatMap((text) => text.replace(/"[^"]*"/g, '').match(/\b(shiloh|nodejs|process)_\w+/g) ?? [])

  test.each(['alerts.yaml', 'dashboard.json'])('%s asks for metrics that exist', (file) => {
    const document: unknown = parse(read(`deploy/monitoring/${file}`))
    const expressions = named(document, 'expr').map((text) => z.string().parse(text))
    expect(expressions.length).toBeGreaterThan(10)
    expect(metricsIn(expressions).filter((name) => !registered.has(name))).toEqual([])
  })

  test('every metric of the product is on the dashboard', () => {
    const asked = new Set(metricsIn(named(parse(read('deploy/monitoring/dashboard.json')), 'expr').map(String)))
    const own = [...registered].filter((name) => name.startsWith('shiloh_') && !/_(sum|count)$/.test(name))
    // How often a reading failed is an alert.
    const alone = ['shiloh_metrics_stale_total']
    expect(
      own.filter((name) => !asked.has(name) && !alone.includes(name) && !asked.has(name.replace('_bucket', '_sum'))),
    ).toEqual([])
  })
})
