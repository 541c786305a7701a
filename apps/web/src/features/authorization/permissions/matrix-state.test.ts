import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { effectsOf, heldIn, type Model, noDraft, peopleOf, type Role, type Subject } from './draft.ts'
import {
  draftOf,
  initialMatrix,
  type MatrixAction,
  type MatrixState,
  matrixReducer,
  requestOf,
} from './matrix-state.ts'

const role = (name: string, policy_ids: string[], users = 1): Role => ({
  _id: name,
  name,
  description: '',
  key: null,
  is_owner: false,
  policy_ids,
  users,
  version: 1,
})
const policy = (name: string, permission_ids: string[], version: number) => ({
  _id: name,
  name,
  description: '',
  key: null,
  permission_ids,
  version,
})
const desk = role('desk', ['shared', 'desk-only'])
const gate = role('gate', ['shared'], 3)
const model: Model = {
  resources: [],
  policies: [policy('shared', ['read'], 3), policy('desk-only', ['read', 'update'], 1), policy('spare', [], 8)],
  roles: [desk, gate],
}
const ids = ['read', 'update', 'export', 'delete']
const subjects: readonly Subject[] = [
  { kind: 'role', role: desk },
  { kind: 'role', role: gate },
  ...model.policies.map((one) => ({ kind: 'policy', policy: one }) as const),
]
const [onDesk] = subjects
if (!onDesk) throw new Error('no subject')

const toggled = (subject: Subject, ...permissions: string[]) => ({
  type: 'toggled' as const,
  model,
  subject,
  ids: permissions,
})
const after = (...actions: readonly MatrixAction[]): MatrixState => actions.reduce(matrixReducer, initialMatrix)
const anyToggle = fc
  .record({
    subject: fc.constantFrom(...subjects),
    permissions: fc.uniqueArray(fc.constantFrom(...ids), { minLength: 1 }),
  })
  .map(({ subject, permissions }) => toggled(subject, ...permissions))

describe('the draft of a matrix', () => {
  it('is what it was before the last change when that is undone', () => {
    fc.assert(
      fc.property(fc.array(anyToggle, { maxLength: 8 }), anyToggle, (earlier, last) => {
        expect(draftOf(after(...earlier, last, { type: 'undone' }))).toEqual(draftOf(after(...earlier)))
      }),
    )
  })

  it('is empty after as many undos as changes, and more undos change nothing', () => {
    fc.assert(
      fc.property(fc.array(anyToggle, { maxLength: 8 }), fc.nat(3), (changes, more) => {
        const undos = Array.from({ length: changes.length + more }, () => ({ type: 'undone' }) as const)
        expect(draftOf(after(...changes, ...undos))).toEqual(noDraft)
      }),
    )
  })

  it('forgets a permission that was toggled twice in the same role or policy', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...subjects),
        fc.shuffledSubarray(ids),
        fc.shuffledSubarray(ids),
        (on, one, other) => {
          const twice = after(...[...one, ...other, ...one].map((id) => toggled(on, id)))
          const once = after(...other.map((id) => toggled(on, id)))
          expect(draftOf(twice)).toEqual(draftOf(once))
        },
      ),
    )
  })

  it('changes a whole line at once, and undoes it at once', () => {
    const state = after(toggled(onDesk, 'export', 'delete'))
    expect(heldIn(model, draftOf(state), onDesk)).toEqual(new Set(['read', 'update', 'export', 'delete']))
    expect(draftOf(matrixReducer(state, { type: 'undone' }))).toEqual(noDraft)
  })
})

describe('the request', () => {
  it('contains the policies that differ from what is stored, whole, and no others', () => {
    fc.assert(
      fc.property(fc.array(anyToggle, { maxLength: 8 }), (changes) => {
        const { policies } = requestOf(after(...changes), { overwrite: false })
        for (const stored of model.policies) {
          const sent = policies.find(({ _id }) => _id === stored._id)
          const held = new Set(heldIn(model, draftOf(after(...changes)), { kind: 'policy', policy: stored }))
          const differs = [...held].sort().join() !== stored.permission_ids.toSorted().join()
          expect(sent && new Set(sent.permission_ids)).toEqual(differs ? held : undefined)
        }
      }),
    )
  })

  it('names the versions that the first change was made on, and none when it overwrites', () => {
    const newer: Model = { ...model, policies: model.policies.map((one) => ({ ...one, version: one.version + 1 })) }
    const state = after(toggled(onDesk, 'export'), { ...toggled(onDesk, 'delete'), model: newer })
    expect(requestOf(state, { overwrite: false }).policies).toMatchObject([{ _id: 'desk-only', version: 1 }])
    expect(requestOf(state, { overwrite: true }).policies).toMatchObject([{ _id: 'desk-only', version: undefined }])
    const again = [{ type: 'discarded' } as const, { ...toggled(onDesk, 'delete'), model: newer }].reduce(
      matrixReducer,
      state,
    )
    expect(requestOf(again, { overwrite: false }).policies).toMatchObject([{ version: 2 }])
  })
})

describe('saving a matrix', () => {
  const changed = after(toggled(onDesk, 'read'), { type: 'review_opened' })

  it('keeps the draft when it is refused, and says why until the next change', () => {
    const refused = matrixReducer(changed, { type: 'refused', message: 'No.' })
    expect(refused).toMatchObject({ refusal: 'No.', reviewing: false })
    expect(draftOf(refused)).toEqual(draftOf(changed))
    expect(matrixReducer(refused, toggled(onDesk, 'export')).refusal).toBeUndefined()
    expect(matrixReducer(refused, { type: 'save_started' }).refusal).toBeUndefined()
  })

  it('keeps the draft in a conflict, and drops it for what is stored', () => {
    const conflict = { version: 4, changes: [] }
    const state = matrixReducer(changed, { type: 'conflicted', conflict })
    expect(state).toMatchObject({ conflict, reviewing: false })
    expect(draftOf(state)).toEqual(draftOf(changed))
    const reloaded = matrixReducer(state, { type: 'reloaded' })
    expect([draftOf(reloaded), reloaded.conflict]).toEqual([noDraft, undefined])
  })

  it('has nothing left to save or to undo once it is saved', () => {
    const saved = matrixReducer(changed, { type: 'saved' })
    expect([draftOf(saved), saved.reviewing]).toEqual([noDraft, false])
    expect(matrixReducer(saved, { type: 'undone' })).toBe(saved)
  })
})

it('tells which roles a role’s draft changes, and how many people have them', () => {
  const draft = draftOf(after(toggled(onDesk, 'read')))
  expect(effectsOf(model, draft, onDesk).map(({ of, lost }) => [of.name, lost])).toEqual([
    ['desk', ['read']],
    ['gate', ['read']],
  ])
  expect(peopleOf(model, draft, onDesk)).toBe(4)
  const shared = subjects.find((one) => one.kind === 'policy' && one.policy._id === 'shared') ?? onDesk
  expect(effectsOf(model, draft, shared).map(({ of }) => of.name)).toEqual(['shared', 'desk-only'])
  expect(peopleOf(model, noDraft, shared)).toBe(4)
})
