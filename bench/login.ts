import { availableParallelism } from 'node:os'
import { verify } from '@node-rs/argon2'
import { hashPassword } from '../apps/api/src/features/identity/passwords.ts'
import { type Figure, type Measured, median, run } from './measure.ts'
import { openWorld, type World } from './world.ts'

const CLIENTS = 64
const LOGINS = 96
const ROUNDS = 6
const PASSWORD = 'Blue-Mango-42'

/** As many in parallel as the product checks. */
const AT_ONCE = availableParallelism()

/** Distinct addresses, as people have: the limits by address stay on and are never reached. */
const addressOf = (index: number): string => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/** Creates accounts with this password. Returns the addresses that they sign in with. */
const people = async (world: World, count: number, passwordHash: string): Promise<string[]> => {
  const accounts = await world.accounts(count)
  const { rows } = await world.db.query<{ email: string }>(
    `update users set password_hash = $2, password_changed_at = now() where id = any($1) returning email::text`,
    [accounts.map(({ id }) => id), passwordHash],
  )
  return rows.map(({ email }) => email)
}

/** Measures the password check alone: the same function, parameters and concurrency, in this process. */
const bareChecks = (passwordHash: string): Promise<Measured> =>
  run(AT_ONCE, LOGINS, () => verify(passwordHash, PASSWORD))

const logins = (world: World, emails: readonly string[], from: number): Promise<Measured> =>
  run(CLIENTS, LOGINS, async (index) => {
    const { status, body } = await world.call('POST', '/auth/login', {
      body: { email: emails[from + index], password: PASSWORD },
      headers: { 'x-forwarded-for': addressOf(from + index) },
    })
    if (status !== 200) throw new Error(`login: ${status} ${JSON.stringify(body)}`)
    return true
  })

/** Measures sign-ins of different people against the limit of argon2id alone. */
export const login = async (): Promise<Figure[]> => {
  const world = await openWorld({ TRUST_PROXY: '127.0.0.1' })
  try {
    const passwordHash = await hashPassword(PASSWORD)
    const emails = await people(world, LOGINS * ROUNDS, passwordHash)
    const rounds: { bare: Measured; whole: Measured; perSecond: number }[] = []
    // Both run in each round, and the round with the median ratio counts: other load on the machine slows down both.
    for (let round = 0; round < ROUNDS; round += 1) {
      const bare = await bareChecks(passwordHash)
      const whole = await logins(world, emails, round * LOGINS)
      // The first round warms the process up and is not counted.
      if (round > 0) rounds.push({ bare, whole, perSecond: whole.perSecond / bare.perSecond })
    }
    const { bare, whole } = median(rounds)
    const coreMilliseconds = (rate: number) => ((AT_ONCE * 1000) / rate).toFixed(0)
    return [
      {
        name: 'logins',
        value: whole.perSecond,
        unit: '/s',
        goal: '',
        met: null,
        ceiling: { what: `argon2id alone, ${AT_ONCE} at once`, value: bare.perSecond },
        services: { signIn: Number(coreMilliseconds(whole.perSecond)) },
        // The cores are the limit. Beside the hash they run the API, PostgreSQL and these clients.
        note: `of ${coreMilliseconds(whole.perSecond)} ms of a core that a login takes, ${coreMilliseconds(bare.perSecond)} ms are argon2id; ${CLIENTS} clients wait ${whole.p50.toFixed(0)} ms (p50), ${whole.p99.toFixed(0)} ms (p99)`,
      },
    ]
  } finally {
    await world.close()
  }
}
