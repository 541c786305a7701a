import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

const HTML = 'text/html; charset=utf-8'

const STYLE = /<style>([\s\S]*?)<\/style>/

/** Returns the content security policy of an answer, with one more source of styles. */
const allowStyle = (reply: FastifyReply, source: string): FastifyReply =>
  reply.header(
    'content-security-policy',
    String(reply.getHeader('content-security-policy')).replace("style-src 'self'", `style-src 'self' '${source}'`),
  )

/**
 * Sends a page whose policy allows the style element of its head and no other. It is allowed by hash, so that page and
 * policy stay the same for a cache.
 */
export const asPage = (reply: FastifyReply, html: string): FastifyReply => {
  const style = STYLE.exec(html)?.[1]
  void reply.type(HTML)
  return style === undefined
    ? reply
    : allowStyle(reply, `sha256-${createHash('sha256').update(style).digest('base64')}`)
}

/**
 * Sends the app's page. Style elements that its libraries create at runtime carry a nonce made for this answer, which
 * the app reads from the page's own style element. So do the page's own styles and its one script element.
 */
export const sendApp = (reply: FastifyReply, shell: string, nonce: string): FastifyReply => {
  void allowStyle(reply.type(HTML), `nonce-${nonce}`)
  const policy = String(reply.getHeader('content-security-policy'))
  if (shell.includes('<script>'))
    void reply.header(
      'content-security-policy',
      policy.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`),
    )
  return reply.send(
    shell
      .replace('<style>', `<style nonce="${nonce}">`)
      .replace(/<style id="(page|painted)">/g, `<style id="$1" nonce="${nonce}">`)
      .replace('<script>', `<script nonce="${nonce}">`),
  )
}
