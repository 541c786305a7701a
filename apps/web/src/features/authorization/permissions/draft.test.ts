import { describe, expect, it } from 'vitest'
import { bodyOf, changesOf, type Draft, type Model, permissionsOf, sharingWith, toggled } from './draft.ts'

const role = (name: string, policy_ids: string[], users = 1) => ({
  _id: name,
  name,
  description: '',
  is_owner: false,
  policy_ids,
  users,
})
const desk = role('desk', ['shared', 'desk-only'])
const gate = role('gate', ['shared'], 3)
const model: Model = {
  resources: [],
  policies: [
    { _id: 'shared', name: 'shared', description: '', permission_ids: ['read'] },
    { _id: 'desk-only', name: 'desk-only', description: '', permission_ids: ['read', 'update'] },
  ],
  roles: [desk, gate],
}
const none: Draft = new Map()

describe('changes to roles that are not saved yet', () => {
  it('gives a permission in the policy that is the role’s alone', () => {
    const draft = toggled(model, none, desk, 'export')
    expect(bodyOf(draft)).toEqual({ policies: [{ _id: 'desk-only', permission_ids: ['read', 'update', 'export'] }] })
    expect(changesOf(model, draft).map((change) => change.role.name)).toEqual(['desk'])
  })

  it('takes a permission from every policy of the role, and names the roles that share one', () => {
    const draft = toggled(model, none, desk, 'read')
    expect(permissionsOf(model, draft, desk)).toEqual(new Set(['update']))
    expect(changesOf(model, draft).map(({ role: { name }, lost }) => [name, lost])).toEqual([
      ['desk', ['read']],
      ['gate', ['read']],
    ])
    expect(sharingWith(model, desk)).toEqual([gate])
  })

  it('is empty again when a change is taken back', () => {
    expect(toggled(model, toggled(model, none, desk, 'read'), desk, 'read').size).toBe(0)
    expect(toggled(model, toggled(model, none, desk, 'export'), desk, 'export').size).toBe(0)
  })

  it('changes nothing of a role that has no policy', () => {
    expect(toggled(model, none, role('bare', []), 'read').size).toBe(0)
  })
})
