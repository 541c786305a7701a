import type { Crypto } from './crypto.ts'

/** How an API token begins, so that it is told from an access token, and found by scanners of leaked secrets. */
export const API_TOKEN_PREFIX = 'shiloh_'

/** The stored form of an API token. */
export const apiTokenHash = (crypto: Pick<Crypto, 'keyedHash'>, token: string): string =>
  crypto.keyedHash('api token', token)

/** The possible stored forms of an API token, one for each key. */
export const apiTokenHashes = (crypto: Pick<Crypto, 'keyedHashes'>, token: string): readonly string[] =>
  crypto.keyedHashes('api token', token)
