import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { RenderPublicPage } from '@shiloh/contract/events/public-pages'
import type { EarlyScript, RenderApp, RenderSignIn } from '@shiloh/contract/identity/painted'

/** The renderer of the pages that the server writes. */
export interface Renderer {
  readonly renderPublicPage: RenderPublicPage
  readonly renderSignIn: RenderSignIn
  readonly renderApp: RenderApp
  readonly earlyScript: EarlyScript
}

const isRenderer = (value: unknown): value is Renderer =>
  ['renderPublicPage', 'renderSignIn', 'renderApp', 'earlyScript'].every(
    (name) => typeof Reflect.get(Object(value), name) === 'function',
  )

/** Returns the renderer that the web workspace builds, or undefined if it is not built. */
export const loadRenderer = async (webDir: string): Promise<Renderer | undefined> => {
  const built = join(webDir, 'server/public.js')
  if (!existsSync(built)) return undefined
  const module: unknown = await import(pathToFileURL(built).href)
  if (!isRenderer(module)) throw new Error('the built public pages do not export what the server needs')
  return module
}
