import { lookup } from 'node:dns'
import { request as plainRequest } from 'node:http'
import { request } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Addresses that are not on the internet: a receiver there would be a service of our own network. From the registries of
 * special addresses (RFC 6890, RFC 4193, RFC 4291).
 */
const PRIVATE = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(net, prefix, 'ipv4')

/** The part of IPv6 that is routed on the internet (2000::/3), and what in it leads elsewhere. */
const GLOBAL = new BlockList()
GLOBAL.addSubnet('2000::', 3, 'ipv6')
const NOT_GLOBAL = new BlockList()
for (const [net, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_GLOBAL.addSubnet(net, prefix, 'ipv6')

/** Returns whether an address is on the internet. An IPv4 address inside IPv6 is not: nobody needs that form. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !PRIVATE.check(address, 'ipv4')
  return family === 6 && GLOBAL.check(address, 'ipv6') && !NOT_GLOBAL.check(address, 'ipv6')
}

/** The receiver is not on the internet. */
export class PrivateAddress extends Error {}

/** Resolves a name for a connection, and refuses it unless all its addresses are public: what is checked is what is used. */
const lookupPublic: LookupFunction = (name, options, done) => {
  lookup(name, { ...options, all: true }, (error, found) => {
    if (error) return done(error, [])
    if (found.length === 0 || found.some(({ address }) => !isPublicAddress(address)))
      return done(new PrivateAddress(`${name} is not on the internet`), [])
    const [first] = found
    return options.all ? done(null, found) : done(null, first?.address ?? '', first?.family ?? 4)
  })
}

/** The host of an address as an IP address, or undefined for a name. */
const literal = ({ hostname }: URL): string | undefined => {
  const bare = hostname.replace(/^\[|\]$/g, '')
  return isIP(bare) === 0 ? undefined : bare
}

/**
 * Returns whether an address leads to a network of our own by itself: without asking what a name resolves to, which can change
 * until a message is sent.
 */
export const leadsHome = (url: string): boolean => {
  const target = new URL(url)
  const host = literal(target)
  return host === undefined ? /(^|\.)localhost\.?$/.test(target.hostname) : !isPublicAddress(host)
}

export interface Posting {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Also lets receivers of the own network be called, without TLS too. */
  readonly allowPrivate: boolean
  readonly timeoutMs: number
}

/**
 * Posts to the address of somebody else, and returns the status. Redirects are not followed, and the answer is not read.
 * @throws PrivateAddress, or Error when there was no answer in time
 */
export const post = ({ url, headers, body, allowPrivate, timeoutMs }: Posting): Promise<number> =>
  new Promise((resolve, reject) => {
    const target = new URL(url)
    const host = literal(target)
    if (!allowPrivate && (target.protocol !== 'https:' || (host !== undefined && !isPublicAddress(host)))) {
      reject(new PrivateAddress(`${target.host} is not on the internet, or has no TLS`))
      return
    }
    const send = target.protocol === 'https:' ? request : plainRequest
    const sent = send(
      target,
      {
        method: 'POST',
        // A connection of its own: a kept one could have been opened to another address.
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        ...(allowPrivate ? {} : { lookup: lookupPublic }),
      },
      (answer) => {
        answer.destroy()
        resolve(answer.statusCode ?? 0)
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
