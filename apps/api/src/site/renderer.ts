import { existsSync } from 'node:fs'
import type { PublicPage } from '@shiloh/contract/events/public-pages'

const BUILT = new URL('../../../web/dist/server/public.js', import.meta.url)

const isRenderer = (value: unknown): value is (page: PublicPage) => string => typeof value === 'function'

/** The renderer of the public pages that the web workspace builds; undefined where it has not been built. */
export const loadRenderer = async (): Promise<((page: PublicPage) => string) | undefined> => {
  if (!existsSync(BUILT)) return undefined
  const module: unknown = await import(BUILT.href)
  const renderer: unknown = Reflect.get(Object(module), 'renderPublicPage')
  if (!isRenderer(renderer)) throw new Error('the built public pages export no renderPublicPage')
  return renderer
}
