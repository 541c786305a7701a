import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet from 'helmet'
import type { Config } from '#platform/config'

/** Check-in reads codes with the camera. No other device feature is used. */
const PERMISSIONS_POLICY = ['camera=(self)']
  .concat(
    [
      'accelerometer',
      'autoplay',
      'display-capture',
      'geolocation',
      'gyroscope',
      'magnetometer',
      'microphone',
      'midi',
      'payment',
      'usb',
    ].map((feature) => `${feature}=()`),
  )
  .join(', ')

/** The origin of the installation's websockets. */
const socketOrigin = (publicUrl: string): string => new URL(publicUrl).origin.replace(/^http/, 'ws')

/** Returns the headers that helmet sets: the same for every answer. */
const headersOf = ({ publicUrl, production }: Pick<Config, 'publicUrl' | 'production'>) => {
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  const secured = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", "'wasm-unsafe-eval'"],
        // A page adds its one style element: `html-page.ts`.
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        // Some browsers do not include websockets to the same host in 'self'.
        'connect-src': ["'self'", socketOrigin(publicUrl)],
        'media-src': ["'self'", 'blob:'],
        'worker-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: production ? { maxAge: 31_536_000, includeSubDomains: true } : false,
  })
  secured(request, response, () => undefined)
  return { ...response.getHeaders(), 'permissions-policy': PERMISSIONS_POLICY }
}

/** Security headers that say something about a page, or a worker: nothing to a browser that loads a part of a page. */
const OF_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/** Says whether a file is still the same. One that is named by its content, and kept forever, is never asked for again. */
const OF_FILES_THAT_CHANGE = ['accept-ranges', 'etag', 'last-modified']

/**
 * Takes the headers of a page, and those of a file that can change, off a part of a page. They are as long as a small
 * script, and a page has a dozen of those.
 */
export const sendAsPart = (reply: FastifyReply): void => {
  for (const name of [...OF_PAGES, ...OF_FILES_THAT_CHANGE]) void reply.removeHeader(name)
}

/**
 * Sets the security headers of every answer. They are made once, while helmet makes and checks them for each request.
 */
export const secureHeaders = (app: FastifyInstance, config: Pick<Config, 'publicUrl' | 'production'>): void => {
  const headers = headersOf(config)
  app.addHook('onRequest', (_, reply, done) => {
    void reply.headers(headers)
    done()
  })
}
