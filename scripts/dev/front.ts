import { request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ViteDevServer } from 'vite'
import type { Api } from './api.ts'

/** Placeholder in Vite's HTML for the nonce of the page's policy, which is different in each response. */
export const NONCE = 'nonce-of-this-answer'

/** Addresses of the API alone: Vite need not look for a file. */
const API = /^\/(api|dev|qr|socket\.io)(\/|\?|$)/
/** Identifies the page that starts the app, as in the sources. */
const APP = '/src/main.tsx"'

/**
 * Serves Vite's files, and the API's responses for everything else. Requests during a restart wait for the new process.
 */
export function openFront(server: Server, vite: ViteDevServer, api: Api): void {
  server.on('request', (request, response) => {
    const pass = () => void forward(request, response, vite, api)
    if (API.test(request.url ?? '')) pass()
    else vite.middlewares(request, response, pass)
  })
  server.on('upgrade', (request, socket, head) => {
    // Vite has its own listener for its own sockets.
    if (request.url?.startsWith('/socket.io')) void forwardSocket(request, socket, head, api)
  })
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  vite: ViteDevServer,
  api: Api,
): Promise<void> {
  const fail = (error: unknown) => {
    if (!response.headersSent) response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' })
    response.end(error instanceof Error ? error.message : String(error))
  }
  const port = await api.port().catch(fail)
  if (port === undefined) return
  const headers = {
    ...request.headers,
    // Uncompressed, because the page is modified here and compression has no benefit on one machine.
    'accept-encoding': 'identity',
    'x-forwarded-for': request.socket.remoteAddress ?? '',
  }
  const { url = '/', method = 'GET' } = request
  const forwarded = ask({ host: '127.0.0.1', port, path: url, method, headers }, (answer) => {
    if (answer.headers['content-type']?.startsWith('text/html')) void sendPage(answer, response, url, vite).catch(fail)
    else answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))
  })
  forwarded.once('error', fail)
  response.once('close', () => forwarded.destroy())
  request.pipe(forwarded)
}

/** Sends a page. Vite transforms the one that starts the app, and its scripts get the nonce of the page's policy. */
async function sendPage(
  answer: IncomingMessage,
  response: ServerResponse,
  url: string,
  vite: ViteDevServer,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  let html = Buffer.concat(chunks).toString('utf8')
  const headers = { ...answer.headers }
  if (html.includes(APP)) {
    const policy = String(headers['content-security-policy'] ?? '')
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    html = (await vite.transformIndexHtml(url, html)).replaceAll(NONCE, nonce)
    headers['content-security-policy'] = policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
    delete headers['content-length']
    delete headers.etag
  }
  response.writeHead(answer.statusCode ?? 502, headers).end(html)
}

async function forwardSocket(request: IncomingMessage, socket: Duplex, head: Buffer, api: Api): Promise<void> {
  socket.on('error', () => undefined)
  const port = await api.port().catch(() => undefined)
  if (port === undefined) {
    socket.destroy()
    return
  }
  const upstream = connect(port, '127.0.0.1', () => {
    const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`]
    for (let at = 0; at < request.rawHeaders.length; at += 2)
      lines.push(`${request.rawHeaders[at]}: ${request.rawHeaders[at + 1]}`)
    upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
    upstream.write(head)
    upstream.pipe(socket)
    socket.pipe(upstream)
  })
  // Both ends of a connection, the browser's and the API's, close together.
  upstream.on('error', () => socket.destroy())
  upstream.once('close', () => socket.destroy())
  socket.once('close', () => upstream.destroy())
}
