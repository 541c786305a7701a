import { build, type Plugin, type PluginOption } from 'vite'

/** A chunk of a build, as far as the plan needs it. */
export interface BuiltChunk {
  readonly fileName: string
  readonly isEntry: boolean
  /** Chunks that are loaded with it. */
  readonly imports: readonly string[]
  /** Chunks that are loaded later: pages and parts of pages. */
  readonly dynamicImports: readonly string[]
  readonly moduleIds: readonly string[]
  readonly code: string
}

/** Modules that are loaded together, before or after a merge. */
export interface Part {
  /** Ids of its modules. */
  readonly modules: readonly string[]
  /** Bytes of its code. */
  readonly size: number
  /** Pages that load it, one bit each. */
  readonly pages: bigint
}

/**
 * What a request costs, in bytes of code that arrive in the same time. On a slow phone network a request takes longer
 * than 20 kB of code, with a connection that carries several at once much less.
 */
const REQUEST = 24_000

const countOf = (bits: bigint): number => {
  let count = 0
  for (let rest = bits; rest > 0n; rest &= rest - 1n) count += 1
  return count
}

/** Bytes gained by loading two parts as one file: a request less where both are needed, code in vain elsewhere. */
const gainOf = (a: Part, b: Part): number =>
  countOf(a.pages & b.pages) * REQUEST - countOf(a.pages & ~b.pages) * b.size - countOf(b.pages & ~a.pages) * a.size

/** Merges parts, the pair with the largest gain first, until no merge gains anything. */
export const mergedParts = (parts: readonly Part[]): readonly Part[] => {
  const left = [...parts]
  const gains = left.map((a, at) => left.slice(0, at).map((b) => gainOf(a, b)))
  for (;;) {
    let best = { gain: 0, a: 0, b: 0 }
    for (const [a, row] of gains.entries())
      for (const [b, gain] of row.entries()) if (gain > best.gain) best = { gain, a, b }
    const [one] = left.splice(best.a, best.gain > 0 ? 1 : 0)
    const other = left[best.b]
    if (best.gain === 0 || !one || !other) return left
    gains.splice(best.a, 1)
    for (const row of gains) if (row.length > best.a) row.splice(best.a, 1)
    left[best.b] = {
      modules: [...other.modules, ...one.modules],
      size: other.size + one.size,
      pages: other.pages | one.pages,
    }
    for (const [at, part] of left.entries()) {
      const merged = left[best.b]
      if (!merged || at === best.b) continue
      const row = gains[Math.max(at, best.b)]
      if (row) row[Math.min(at, best.b)] = gainOf(part, merged)
    }
  }
}

/**
 * Plans the chunks that several pages share, from the chunks of a build that shares nothing needlessly. Returns the name
 * of the chunk of each module. Modules of a single page are not in it.
 */
export const planChunks = (all: readonly BuiltChunk[]): ReadonlyMap<string, string> => {
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]))
  const closureOf = (file: string, seen = new Set<string>()): Set<string> => {
    if (seen.has(file)) return seen
    seen.add(file)
    for (const next of chunks.get(file)?.imports ?? []) closureOf(next, seen)
    return seen
  }
  const always = new Set(all.filter(({ isEntry }) => isEntry).flatMap(({ fileName }) => [...closureOf(fileName)]))
  const opened = new Set(all.flatMap(({ dynamicImports }) => dynamicImports))
  const pages = new Map<string, bigint>()
  for (const [at, page] of [...opened].entries())
    for (const file of closureOf(page)) pages.set(file, (pages.get(file) ?? 0n) | (1n << BigInt(at)))
  const names = new Map<string, string>()
  for (const file of always) for (const id of chunks.get(file)?.moduleIds ?? []) names.set(id, 'app')
  const shared = all.filter(({ fileName }) => !always.has(fileName) && !opened.has(fileName))
  const parts = shared.map(({ fileName, moduleIds, code }) => ({
    modules: moduleIds,
    size: code.length,
    pages: pages.get(fileName) ?? 0n,
  }))
  for (const [at, { modules }] of mergedParts(parts).entries()) for (const id of modules) names.set(id, `shared-${at}`)
  return names
}

/** The groups of a build: libraries that hardly ever change, and what `planChunks` planned. */
const splitting = (shared: ReadonlyMap<string, string>) => ({
  groups: [
    { name: 'base', test: /node_modules\/(react|react-dom|scheduler|zod|@lingui)\/|platform\/without-eval/ },
    { name: (id: string) => shared.get(id) ?? null, debugName: 'shared' },
  ],
  includeDependenciesRecursively: false,
})

/** Builds the app in memory first, to see which pages need what at once, and plans the chunks that they share. */
export const chunksPlugin = ({ plugins, target }: { plugins: () => PluginOption[]; target: string[] }): Plugin => ({
  name: 'shiloh-chunks',
  apply: 'build',
  async config() {
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      plugins: plugins(),
      build: {
        write: false,
        minify: false,
        target,
        assetsInlineLimit: 0,
        rolldownOptions: { output: { codeSplitting: splitting(new Map()) } },
      },
    })
    if (!('output' in built)) throw new Error('The build gave no chunks.')
    const shared = planChunks(built.output.filter((one) => one.type === 'chunk'))
    return { build: { rolldownOptions: { output: { codeSplitting: splitting(shared) } } } }
  },
})
