import { isAllowed } from '@shiloh/contract/permissions'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answerOf, type Source } from './answer.ts'

const one = 'a'.repeat(24)
const other = 'b'.repeat(24)
const role = { _id: 'c'.repeat(24), name: 'desk', key: null }
const byRole: Source = { kind: 'role', role, policy: role, object_id: null }
const special = (kind: 'special_allow' | 'special_deny', object_id: string | null): Source => ({
  kind,
  role: null,
  policy: null,
  object_id,
})

it('says what decides, what it overrules and what is excepted', () => {
  const denied = special('special_deny', null)
  expect(answerOf([byRole, denied])).toEqual({ allowed: false, because: [denied], overruled: [byRole], except: [] })
  const closed = special('special_deny', one)
  expect(answerOf([byRole, closed])).toEqual({ allowed: true, because: [byRole], overruled: [], except: [closed] })
  expect(answerOf([byRole, closed], one)).toMatchObject({ allowed: false, because: [closed], overruled: [byRole] })
  expect(answerOf([byRole, closed], other)).toMatchObject({ allowed: true, because: [byRole] })
  const opened = special('special_allow', one)
  expect(answerOf([opened])).toEqual({ allowed: false, because: [], overruled: [], except: [opened] })
  expect(answerOf([])).toEqual({ allowed: false, because: [], overruled: [], except: [] })
})

it('never says otherwise than the rule that server and browser decide by', () => {
  const source = fc.oneof(
    fc.constant(byRole),
    fc
      .tuple(fc.constantFrom('special_allow', 'special_deny'), fc.constantFrom(null, one, other))
      .map(([kind, id]) => special(kind, id)),
  )
  const grants = (sources: readonly Source[], kind: Source['kind']) =>
    sources
      .filter((given) => given.kind === kind)
      .map(({ object_id }) => ({ resource: 'users', actions: ['read'], ...(object_id && { _id: object_id }) }))
  fc.assert(
    fc.property(fc.array(source, { maxLength: 5 }), fc.constantFrom(undefined, one, other), (sources, objectId) => {
      const authorization = {
        grants: grants(sources, 'role'),
        special_allow: grants(sources, 'special_allow'),
        special_deny: grants(sources, 'special_deny'),
      }
      expect(answerOf(sources, objectId).allowed).toBe(isAllowed(authorization, 'users.read', objectId))
    }),
  )
})
