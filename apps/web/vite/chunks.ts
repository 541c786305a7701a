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
  /** Parts that are loaded with it, one bit for the place of each. Omitted: none. */
  readonly needs?: bigint
}

/**
 * What a request costs, in bytes of code before compression that arrive in the same time. All files of a page are asked for
 * together, and a connection carries several at once.
 */
const REQUEST = 12_000

/**
 * How much more the bytes of a page count that people open on a phone, compared with one of the office, which has a
 * computer and keeps its files.
 */
const PHONE = 24
/** Pages that members open first. */
const OF_MEMBERS =
  /src\/features\/(?:events\/client|reservations\/(?:list|detail|kept|reserve)|identity\/(?:sign-in|register|notifications))\//

/** Returns how much the pages of some bits weigh. `phone`: those of members. */
const weigh = (bits: bigint, phone: bigint): number => count(bits) + (PHONE - 1) * count(bits & phone)

const count = (bits: bigint): number => {
  let found = 0
  for (let rest = bits; rest > 0n; rest &= rest - 1n) found += 1
  return found
}

/** A part during the merging. Its first part's place is its name. */
interface Group {
  readonly modules: readonly string[]
  readonly size: number
  pages: bigint
  /** Its own parts. */
  readonly members: bigint
  /** All parts that come with it, its own ones too. */
  needs: bigint
}

/**
 * At most the bytes gained by loading two groups as one file: a request less where both are needed, code in vain
 * elsewhere.
 */
const roughGain = (a: Group, b: Group, phone: bigint): number =>
  weigh(a.pages & b.pages, phone) * REQUEST -
  weigh(a.pages & ~b.pages, phone) * b.size -
  weigh(b.pages & ~a.pages, phone) * a.size

/** The bytes gained, less what the pages of one would load because the other needs it. */
const gainOf = (a: Group, b: Group, groups: readonly Group[], phone: bigint): number => {
  const pages = a.pages | b.pages
  const needs = a.needs | b.needs
  let gain = roughGain(a, b, phone)
  for (const other of groups)
    if (other !== a && other !== b && (other.members & needs) !== 0n)
      gain -= weigh(pages & ~other.pages, phone) * (other.size + REQUEST)
  return gain
}

/** A gain in the table: rough until it is looked at. */
interface Estimate {
  gain: number
  isExact: boolean
}

/**
 * Merges parts, the pair with the largest gain first, until no merge gains anything.
 * @param phone pages that people open on a phone, one bit each
 */
export const mergedParts = (parts: readonly Part[], phone = 0n): readonly Part[] => {
  let groups: Group[] = parts.map(({ modules, size, pages, needs = 0n }, at) => {
    const members = 1n << BigInt(at)
    return { modules, size, pages, members, needs: needs | members }
  })
  const table = new Map<Group, Map<Group, Estimate>>()
  const estimate = (a: Group, others: readonly Group[]) =>
    table.set(a, new Map(others.map((b) => [b, { gain: roughGain(a, b, phone), isExact: false }])))
  for (const [at, group] of groups.entries()) estimate(group, groups.slice(0, at))
  for (;;) {
    let best: { a: Group; b: Group; found: Estimate } | undefined
    for (const [a, row] of table)
      for (const [b, found] of row) if (found.gain > (best?.found.gain ?? 0)) best = { a, b, found }
    if (!best) return groups
    const { a, b, found } = best
    if (!found.isExact) {
      found.gain = gainOf(a, b, groups, phone)
      found.isExact = true
      continue
    }
    const merged: Group = {
      modules: [...b.modules, ...a.modules],
      size: a.size + b.size,
      pages: a.pages | b.pages,
      members: a.members | b.members,
      needs: a.needs | b.needs,
    }
    groups = groups.filter((group) => group !== a && group !== b)
    for (const gone of [a, b]) table.delete(gone)
    for (const row of table.values()) for (const gone of [a, b]) row.delete(gone)
    // Who needs one of them needs all that comes with both, and what comes with them is loaded by the pages of both.
    const changed = new Set<Group>()
    for (const group of groups) {
      const needs = (group.needs & merged.members) === 0n ? group.needs : group.needs | merged.needs
      const pages = (group.members & merged.needs) === 0n ? group.pages : group.pages | merged.pages
      if (needs !== group.needs || pages !== group.pages) changed.add(group)
      group.needs = needs
      group.pages = pages
    }
    for (const [one, row] of table)
      for (const [other, known] of row)
        if (changed.has(one) || changed.has(other)) {
          known.gain = roughGain(one, other, phone)
          known.isExact = false
        }
    estimate(merged, groups)
    groups.push(merged)
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
  let phone = 0n
  for (const [at, page] of [...opened].entries()) {
    if (chunks.get(page)?.moduleIds.some((id) => OF_MEMBERS.test(id))) phone |= 1n << BigInt(at)
    for (const file of closureOf(page)) pages.set(file, (pages.get(file) ?? 0n) | (1n << BigInt(at)))
  }
  const names = new Map<string, string>()
  for (const file of always) for (const id of chunks.get(file)?.moduleIds ?? []) names.set(id, 'app')
  const shared = all.filter(({ fileName }) => !always.has(fileName) && !opened.has(fileName))
  const places = new Map(shared.map(({ fileName }, at) => [fileName, 1n << BigInt(at)]))
  const parts = shared.map(({ fileName, moduleIds, code }) => ({
    modules: moduleIds,
    size: code.length,
    pages: pages.get(fileName) ?? 0n,
    needs: [...closureOf(fileName)].reduce((bits, file) => bits | (places.get(file) ?? 0n), 0n),
  }))
  for (const [at, { modules }] of mergedParts(parts, phone).entries())
    for (const id of modules) names.set(id, `shared-${at}`)
  return names
}

/** The groups of a build: libraries that hardly ever change, and what `planChunks` planned. */
const splitting = (shared: ReadonlyMap<string, string>) => ({
  groups: [
    { name: 'base', test: /node_modules\/(react|react-dom|scheduler|@lingui)\// },
    { name: 'schemas', test: /node_modules\/zod\// },
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
