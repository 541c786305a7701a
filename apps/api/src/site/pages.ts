import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { readClientGroup } from '#features/organisation'
import { addSandboxCheckout } from '#features/payments'
import { addProbes } from '#features/system'
import type { Endpoint } from '#http/binder'
import { sendAsPart } from '#http/headers'
import type { Hot } from '#http/hot'
import { acceptedLanguage } from '#http/language'
import { openApiDocument, openApiPage } from '#http/openapi'
import { API_PREFIX } from '#platform/config'
import type { Deps } from '#platform/deps'
import { AppError } from '#platform/errors'
import { asPage } from '#platform/text/html-page'
import { addOutbox } from './outbox.ts'
import { loadRenderer } from './renderer.ts'
import { openShell } from './shell.ts'
import { addSite, hotPage } from './site.ts'

/** Public reads that are in demand when registration opens. Their answers depend on the URL and the language. */
const HOT_API = new RegExp(`^${API_PREFIX}/events(/[^/?]+)?(\\?|$)`)

/** Validity of security.txt in milliseconds (RFC 9116: less than a year). */
const SECURITY_TXT_MS = 90 * 86_400_000

/** Returns whether a file is a script, style or font of a page. A worker is not: the policy of its own answer binds it. */
const isPart = (path: string): boolean => /\.(js|css|woff2)(\.br|\.gz)?$/.test(path) && !/worker/.test(path)

/** Adds everything that is not an endpoint of the contract: the app, its files, the API description, health checks. */
export const addPages = async (
  server: FastifyInstance,
  deps: Deps,
  endpoints: readonly Endpoint[],
  hot: Hot,
): Promise<void> => {
  hot.serve(({ url = '', headers }) => {
    // Somebody who is signed in and whose browser names no language gets that of the profile.
    const language = acceptedLanguage(headers['accept-language']) ?? (headers.authorization ? undefined : 'en')
    return language !== undefined && HOT_API.test(url) ? `${language} ${url}` : null
  })
  // Built at the first request: together they take a quarter of the startup time, and most processes never need them.
  let document: Promise<string> | undefined
  let reading: Promise<string> | undefined
  server.get(`${API_PREFIX}/openapi.json`, async (_, reply) => {
    document ??= openApiDocument(endpoints, deps.config.publicUrl).then((found) => JSON.stringify(found))
    return reply.type('application/json').send(await document)
  })
  server.get('/api/docs', async (_, reply) => {
    reading ??= openApiPage(endpoints)
    const page = await reading
    return asPage(reply, page).send(page)
  })
  addProbes(server, deps)
  server.get('/.well-known/security.txt', async (_, reply) => {
    const { email } = await readClientGroup(deps.db)
    if (!email) throw new AppError('not_found')
    const expires = new Date(deps.clock().getTime() + SECURITY_TXT_MS).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `Contact: mailto:${email}\nExpires: ${expires}\nPreferred-Languages: en, de, fr, pt\nCanonical: ${deps.config.publicUrl}/.well-known/security.txt\n`,
      )
  })
  if (deps.messenger.keepsOutbox) addOutbox(server, deps)
  addSandboxCheckout(server, deps)
  const client = join(deps.config.webDir, 'client')
  const renderer = await loadRenderer(deps.config.webDir)
  if (!renderer || !existsSync(`${client}/index.html`)) {
    server.setNotFoundHandler(() => {
      throw new AppError('not_found')
    })
    return
  }
  await server.register(fastifyStatic, {
    root: client,
    wildcard: false,
    index: false,
    // Only files with a hash in their name can be cached forever.
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isNamedByContent = /\/(assets|fonts)\//.test(path)
      reply.header('cache-control', isNamedByContent ? 'public, max-age=31536000, immutable' : 'public, max-age=0')
      if (isNamedByContent && isPart(path)) sendAsPart(reply)
    },
  })
  hot.serve(hotPage)
  addSite(server, deps, {
    render: renderer.renderPublicPage,
    signIn: renderer.renderSignIn,
    app: renderer.renderApp,
    shell: openShell(client, renderer.earlyScript),
  })
}
