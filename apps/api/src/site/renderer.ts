import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PublicPage } from '@shiloh/contract/events/public-pages'

const isRenderer = (value: unknown): value is (page: PublicPage) => string => typeof value === 'function'

/** Returns the renderer of the public pages that the web workspace builds, or undefined if it is not built. */
export const loadRenderer = async (webDir: string): Promise<((page: PublicPage) => string) | undefined> => {
  const built = join(webDir, 'server/public.js')
  if (!existsSync(built)) return undefined
  const module: unknown = await import(pathToFileURL(built).href)
  const renderer: unknown = Reflect.get(Object(module), 'renderPublicPage')
  if (!isRenderer(renderer)) throw new Error('the built public pages export no renderPublicPage')
  return renderer
}
