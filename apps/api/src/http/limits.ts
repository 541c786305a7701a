import type { RateLimit, Route } from '@shiloh/contract/core'
import { sha256 } from '#platform/auth/crypto'
import type { Limits } from '#platform/auth/limits'
import { countedAs, typedAddress } from '#platform/auth/typed-address'

interface Counted {
  readonly ip: string
  readonly callerId: string | undefined
  /** It calls with an API token. */
  readonly isProgram?: boolean | undefined
  /** The unparsed body, because a limit can count by one of its fields. */
  readonly rawBody: unknown
}

const textOf = (body: unknown, field: string): string | undefined => {
  const found: unknown = Reflect.get(Object(body), field)
  return typeof found === 'string' ? found : undefined
}

/** What a program may ask with one token. */
const PROGRAM_LIMIT: RateLimit = { points: 600, seconds: 60, by: 'caller' }

/**
 * Counts a call against each rate limit of its route. An address in the body is normalised first, so that its spelling
 * does not matter. A limit without a key (no such field, no account) does not count.
 *
 * @param name the endpoint, which has its own counters
 * @param homeCountry the country of phones without a country code
 * @throws AppError too_many_requests
 */
export const countCall = async (
  limits: Pick<Limits, 'consume'>,
  name: string,
  route: Pick<Route, 'limits'>,
  { ip, callerId, isProgram, rawBody }: Counted,
  homeCountry: () => Promise<string>,
): Promise<void> => {
  if (isProgram && callerId) await limits.consume('api_token', PROGRAM_LIMIT, callerId)
  for (const limit of route.limits) {
    if (limit.by === 'ip' || limit.by === 'caller') {
      const key = limit.by === 'ip' ? ip : callerId
      if (key) await limits.consume(name, limit, sha256(key).slice(0, 32))
    } else {
      const typed = textOf(rawBody, limit.by.slice('body.'.length))
      if (typed) await limits.consume(name, limit, countedAs(typedAddress(typed, await homeCountry())))
    }
  }
}
