import type pg from 'pg'
import { Pool } from 'undici'
import { openCrypto } from '../../apps/api/src/platform/auth/crypto.ts'
import { readConfig } from '../../apps/api/src/platform/config.ts'
import { systemRandom } from '../../apps/api/src/platform/random.ts'
import { makeAccounts } from '../accounts.ts'
import type { Shop } from '../cases.ts'

/** Makes accounts and events in a running product, with its settings. */
export const openShop = (db: pg.Pool, url: string, settings: Readonly<Record<string, string>>): Shop => {
  const http = new Pool(url)
  const crypto = openCrypto(readConfig(settings).masterKeys, systemRandom)
  let made = 0
  return {
    accounts: (count, type = 'user') => {
      made += count
      return makeAccounts(db, crypto, { from: made - count, count, type })
    },
    call: async (method, callPath, { as, body, headers = {} } = {}) => {
      const response = await http.request({
        method,
        path: `/api/v1${callPath}`,
        headers: {
          'content-type': 'application/json',
          ...(as ? { authorization: `Bearer ${as.token}` } : {}),
          ...headers,
        },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      })
      const text = await response.body.text()
      return {
        status: response.statusCode,
        body: text.startsWith('{') ? JSON.parse(text) : undefined,
        bytes: text.length,
      }
    },
  }
}
