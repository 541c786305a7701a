import { describe, expect, it } from 'vitest'
import {
  bodyOf,
  changesOf,
  heldBy,
  type Model,
  noDraft,
  permissionsOf,
  policyChangesOf,
  sharingWith,
  toggled,
  toggledIn,
  versionsOf,
} from './draft.ts'

const role = (name: string, policy_ids: string[], users = 1) => ({
  _id: name,
  name,
  description: '',
  key: null,
  is_owner: false,
  policy_ids,
  users,
  version: 1,
})
const desk = role('desk', ['shared', 'desk-only'])
const gate = role('gate', ['shared'], 3)
const model: Model = {
  resources: [],
  policies: [
    { _id: 'shared', name: 'shared', description: '', key: null, permission_ids: ['read'], version: 3 },
    { _id: 'desk-only', name: 'desk-only', description: '', key: null, permission_ids: ['read', 'update'], version: 1 },
  ],
  roles: [desk, gate],
}

describe('changes to roles that are not saved yet', () => {
  it('gives a permission in the policy that is the role’s alone', () => {
    const draft = toggled(model, noDraft, desk, 'export')
    expect(bodyOf(draft)).toEqual({ policies: [{ _id: 'desk-only', permission_ids: ['read', 'update', 'export'] }] })
    expect(bodyOf(draft, versionsOf(model)).policies[0]).toMatchObject({ version: 1 })
    expect(changesOf(model, draft).map((change) => change.of.name)).toEqual(['desk'])
  })

  it('takes a permission from every policy of the role, and names the roles that share one', () => {
    const draft = toggled(model, noDraft, desk, 'read')
    expect(permissionsOf(model, draft, desk)).toEqual(new Set(['update']))
    expect(changesOf(model, draft).map(({ of: { name }, lost }) => [name, lost])).toEqual([
      ['desk', ['read']],
      ['gate', ['read']],
    ])
    expect(sharingWith(model, desk)).toEqual([gate])
  })

  it('is empty again when a change is taken back', () => {
    expect(toggled(model, toggled(model, noDraft, desk, 'read'), desk, 'read').size).toBe(0)
    expect(toggled(model, toggled(model, noDraft, desk, 'export'), desk, 'export').size).toBe(0)
  })

  it('changes nothing of a role that has no policy', () => {
    expect(toggled(model, noDraft, role('bare', []), 'read').size).toBe(0)
  })

  it('changes one policy, and says what of it', () => {
    const draft = toggledIn(model, toggledIn(model, noDraft, 'shared', 'export'), 'shared', 'read')
    expect(heldBy(model, draft, 'shared')).toEqual(new Set(['export']))
    expect(policyChangesOf(model, draft).map(({ of: { name }, gained, lost }) => [name, gained, lost])).toEqual([
      ['shared', ['export'], ['read']],
    ])
    expect(changesOf(model, draft).map(({ of: { name }, gained, lost }) => [name, gained, lost])).toEqual([
      ['desk', ['export'], []],
      ['gate', ['export'], ['read']],
    ])
  })
})
